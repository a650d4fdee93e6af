import * as contract from '@trefoil/contract/health'
import { Refusal } from '@trefoil/core/refusal'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { lookAt, type HealthParts } from '../db/worker-status.ts'
import type { Limits } from './limits.ts'
import { ok, serve, type Served } from './serve.ts'

const CHECK_TIMEOUT_MS = 2000

type HealthContext = {
  db: Database
  limits: Limits
  parts: HealthParts
}

/** When these routes answer, migrations, seed and web assets are done. Before that, the front door answers. */
export const healthRoutes = ({ db, limits, parts }: HealthContext): Served[] => [
  serve(contract.health, async () => {
    if (!(await answers(db))) return ok('Alive', { parts: { database: 'trouble' } })
    const words = await lookAt(db, parts, ({ well }) => (well ? 'ok' : 'trouble'))
    return ok('Alive', { parts: { database: 'ok', ...words } })
  }),

  serve(contract.ready, async () => {
    if (!(await answers(db))) throw new Refusal('busy', 'The database does not answer.')
    return ok('Ready')
  }),

  serve(contract.reportError, async ({ body, address, requestId, log }) => {
    await limits.clientError(address)
    log.warn({ browser: body }, 'a browser crashed')
    return ok('Noted', { reference: requestId })
  }),
]

async function answers(db: Database): Promise<boolean> {
  const timeout = new Promise<false>((late) => setTimeout(() => late(false), CHECK_TIMEOUT_MS).unref())
  const answer = sql`select 1`.execute(db).then(
    () => true,
    () => false,
  )
  return Promise.race([answer, timeout])
}
