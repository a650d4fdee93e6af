import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../db/database.ts'
import { CutShort, never, type IsOver, type Verdict } from '../../ledger/check.ts'
import { keepLogProgress, readLogProgress } from '../../ledger/findings.ts'
import type { Keyring } from '../../secrets/keyring.ts'
import { openLogInspector, openLogInspectorApart } from './inspect-log.ts'
import { openLogSecret } from './secret.ts'
import { LOG_INVARIANT } from './verify-log.ts'

type Context = { db: Database; databaseUrl: string; keyring: Keyring; isApart: boolean }
type Options = { isOver?: IsOver; budgetMs?: number; leavesAtOnce?: number }

/** Some million leaves on half a core. */
const BUDGET_MS = 10 * 60_000

/**
 * Compares the log with the books where it stopped the night before, for as long as it may: over some nights it sees
 * every leaf. It stops at the first violation, and begins there until it is gone.
 */
export async function verifyLogNightly(
  { db, databaseUrl, keyring, isApart }: Context,
  { isOver = never, budgetMs = BUDGET_MS, ...sizes }: Options = {},
): Promise<Verdict[]> {
  const open = isApart ? openLogInspectorApart : openLogInspector
  const inspector = await open({ databaseUrl, secret: await openLogSecret(db, keyring), ...sizes })
  const began = performance.now()
  let { next } = await readLogProgress(db)
  let seen = 0
  try {
    for (;;) {
      const begun = performance.now()
      const found = await inspector.look(next)
      if (!found) return []
      const { size, to, violations, firstChanged } = found
      if (violations > 0) {
        await keepLogProgress(db, { next, violated: [LOG_INVARIANT] })
        const first = firstChanged && `${firstChanged.kind} ${firstChanged.id}`
        return [{ name: LOG_INVARIANT, violations, ...(first !== undefined && { first }) }]
      }
      seen += Math.max(0, to - next)
      next = to < size ? to : 0
      if (seen >= size || performance.now() - began > budgetMs) {
        await keepLogProgress(db, { next, violated: [] })
        return [{ name: LOG_INVARIANT, violations: 0 }]
      }
      // No more than half a core.
      await sleep(performance.now() - begun)
      if (isOver()) throw new CutShort('The comparison of the log was cut short')
    }
  } finally {
    await inspector.close()
  }
}
