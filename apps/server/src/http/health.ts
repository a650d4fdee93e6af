import * as contract from '@trefoil/contract/health'
import { Refusal } from '@trefoil/core/refusal'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { lookAt, type HealthParts } from '../db/worker-status.ts'
import { IS_WRITABLE } from '../db/writable.ts'
import type { Limits } from './limits.ts'
import { ok, serve, type Served } from './serve.ts'

const CHECK_TIMEOUT_MS = 2000
const STOPPED = 'Ready to read. Nothing is posted: confirmed journals are missing, which two operators have to accept.'

type HealthContext = {
  db: Database
  parts: HealthParts
  /** Whether an order could be posted now. */
  isPosting: () => Promise<boolean>
}

/** When these routes answer, migrations, seed and web assets are done. Before that, the front door answers. */
export const healthRoutes = ({ db, parts, isPosting }: HealthContext): Served[] => [
  serve(contract.health, async () => {
    if ((await look(db)) === undefined) return ok('Alive', { parts: { database: 'trouble' } })
    const words = await lookAt(db, parts, ({ well }) => (well ? 'ok' : 'trouble'))
    return ok('Alive', { parts: { database: 'ok', ...words } })
  }),

  serve(contract.ready, async () => {
    const [found, posting, stop] = await Promise.all([look(db), inTime(isPosting()), inTime(isStopped(db, parts))])
    if (!found) throw new Refusal('busy', 'The database does not answer.')
    if (!found.writable) throw new Refusal('busy', 'The database takes no writes.')
    if (!posting) throw new Refusal('busy', 'Nothing can be posted.')
    // Not 503: a proxy would then keep operators from the console, where they clear it.
    return ok(stop ? STOPPED : 'Ready')
  }),
]

export const reportErrorRoute = (limits: Limits): Served =>
  serve(contract.reportError, async ({ body, address, requestId, log }) => {
    await limits.clientError(address)
    log.warn({ browser: body }, 'a browser crashed')
    return ok('Noted', { reference: requestId })
  })

const isStopped = async (db: Database, { posting }: HealthParts): Promise<boolean> =>
  (await posting?.(db))?.well === false

/** Whether it answers and takes writes. */
export const isWritable = async (db: Database): Promise<boolean> => (await look(db))?.writable === true

/** Undefined: it does not answer. */
async function look(db: Database): Promise<{ writable: boolean } | undefined> {
  const found = await inTime(sql<{ writable: boolean }>`select ${sql.raw(IS_WRITABLE)} as writable`.execute(db))
  return found?.rows[0]
}

async function inTime<Result>(answer: Promise<Result>): Promise<Result | undefined> {
  const timeout = new Promise<undefined>((late) => setTimeout(() => late(undefined), CHECK_TIMEOUT_MS).unref())
  return Promise.race([answer.catch(() => undefined), timeout])
}
