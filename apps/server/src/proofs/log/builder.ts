import type { Logger } from 'pino'
import { LOCKS, type Database } from '../../db/database.ts'
import { repeatWhileLeading } from '../../db/leader-loop.ts'
import { runAsLeader } from '../../db/leader.ts'
import type { Leases } from '../../db/lease.ts'
import { workerHealth, type Health } from '../../db/worker-status.ts'
import type { Keyring } from '../../secrets/keyring.ts'
import { readInstallation } from '../installation.ts'
import { openLogBuilderApart } from './build-log-apart.ts'
import { openLogBuilder, type LogBuilder } from './build-log.ts'
import type { LogKey } from './key-file.ts'
import { openLogSecret } from './secret.ts'

/** Journals. So many are posted in some seconds at full speed. */
const FAR_BEHIND = 50_000

export type LogBuilderContext = {
  db: Database
  databaseUrl: string
  leases: Leases
  keyring: Keyring
  logKey: LogKey
  log: Logger
  /** Whether it gets a thread of its own. */
  isApart: boolean
}

/** Enters what was written into the log, behind the poster: in one of the processes that share the database. */
export const startLogBuilder = (context: LogBuilderContext): { stop(): Promise<void> } =>
  runAsLeader(context, LOCKS.proofLog, async (leadership) => {
    const { databaseUrl, keyring, logKey: key, isApart } = context
    const { db, lease } = leadership
    const [secret, installation] = [await openLogSecret(db, keyring), await readInstallation(db)]
    const open = isApart ? openLogBuilderApart : openLogBuilder
    let builder: LogBuilder | undefined
    const close = async () => {
      await builder?.close().catch(() => {})
      builder = undefined
    }
    try {
      await repeatWhileLeading({ ...context, db }, leadership, {
        name: 'log',
        complaint: 'the log is waiting',
        async take() {
          builder ??= await open({ databaseUrl, secret, key, installation, lease })
          // After a failure, such as a lost connection, it looks anew where the log is.
          const { more, size, behind } = await builder.step().catch(async (error: unknown) => {
            await close()
            throw error
          })
          return { more, figures: { size, behind } }
        },
      })
    } finally {
      await close()
    }
  })

/** One line for the health page. */
export const logHealth = (db: Database): Promise<Health> =>
  workerHealth(db, 'log', ({ size = 0, behind = 0 }) => {
    if (behind <= FAR_BEHIND) return `ok, ${size} entries`
    return { well: false, sentence: `${behind} journals are not in the log yet` }
  })
