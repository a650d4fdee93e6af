import { randomBytes } from 'node:crypto'
import { isSame } from '@trefoil/core/proofs/bytes'
import { LEAF_KINDS } from '@trefoil/core/proofs/log-leaf'
import { HASHES_PER_TILE } from '@trefoil/core/proofs/log-tiles'
import { shuffledPlaces } from '@trefoil/core/proofs/shards'
import type pg from 'pg'
import { findChanged, type Leaf } from './find-changed.ts'
import { OwnerKeys } from './owner-keys.ts'
import { readLatest } from './sign.ts'
import { findBrokenTiles, readRoot } from './tree.ts'

export const LOG_INVARIANT = 'the log says what the books say, and what was signed'

export type LogReport = {
  /** Leaves that were signed. */
  size: number
  /** Leaves that were made again from the books, out of how many. */
  checked: number
  among: number
  /** Leaves that are not what the books say. */
  changed: number
  firstChanged?: Leaf
  /** Tiles that do not lead to the hash above them. */
  brokenTiles: number
  isSigned: boolean
}

export type LogCheck = {
  /** Only leaves of journals after this one, and what was entered with them. */
  since?: number
  /** Leaves are drawn at random until this is over. The first ones are always looked at. */
  budgetMs?: number
  leavesAtOnce?: number
}

/** Some thousand journals are read at a time, because it costs hardly more than one. */
const LEAVES_AT_ONCE = 16 * HASHES_PER_TILE
const BUDGET_MS = 15_000

/**
 * Whether the log still says what the books say: the whole tree, from the leaves to the signed root, and as many leaves as
 * can be made again in the time. Undefined: nothing was signed yet.
 */
export async function verifyLog(
  client: pg.ClientBase,
  secret: Buffer,
  { since = 0, budgetMs = BUDGET_MS, leavesAtOnce = LEAVES_AT_ONCE }: LogCheck = {},
): Promise<LogReport | undefined> {
  await client.query('begin isolation level repeatable read read only')
  try {
    const signed = await readLatest(client)
    if (!signed) return undefined
    const { size } = signed
    const first = Math.min(size, await firstLeafAfter(client, since))
    const brokenTiles = await findBrokenTiles(client, { from: first, to: size, size })
    const root = await readRoot(client, size).catch(() => undefined)
    const isSigned = root !== undefined && isSame(root, signed.root)
    const report: LogReport = { size, checked: 0, among: size - first, changed: 0, brokenTiles, isSigned }
    const keys = new OwnerKeys(secret)
    const began = performance.now()
    for (const place of shuffledPlaces(Math.ceil(report.among / leavesAtOnce), randomBytes)) {
      const from = first + place * leavesAtOnce
      const part = { from, to: Math.min(size, from + leavesAtOnce) }
      const { changed, unknown } = await findChanged(client, keys, part)
      report.checked += part.to - part.from
      report.changed += changed.length + unknown
      if (changed[0]) report.firstChanged ??= changed[0]
      if (performance.now() - began > budgetMs) break
    }
    return report
  } finally {
    await client.query('rollback')
  }
}

/** Where the leaves of later journals begin. */
async function firstLeafAfter(client: pg.ClientBase, journal: number): Promise<number> {
  if (journal === 0) return 0
  const { rows } = await client.query<{ index: string }>(
    `select (first_index + $1::bigint + 1 - first_id)::text as index from proof_log_run
     where kind = ${LEAF_KINDS.journal} and first_id <= $1::bigint + 1 and $1::bigint + 1 < first_id + count`,
    [journal],
  )
  return rows[0] ? Number(rows[0].index) : Infinity
}
