import type { Logger } from 'pino'
import type { Chain } from './chain/chain.ts'
import { openDatabase, type Pool } from './db/database.ts'
import { readSnapshot } from './db/snapshot.ts'
import type { Settings } from './env.ts'
import { healthParts } from './health-parts.ts'
import type { AccessTokens } from './http/access-token.ts'
import { openApplication } from './http/application.ts'
import { answerUnknownPath } from './http/errors.ts'
import { makeGuard } from './http/guard.ts'
import { healthRoutes } from './http/health.ts'
import { serveMetrics } from './http/metrics.ts'
import { registerRoute } from './http/serve.ts'
import type { Patience } from './http/try-again.ts'
import type { Ledger } from './ledger/batch.ts'
import { countAuthEvents } from './members/auth-events.ts'
import type { Screening } from './screening/screening.ts'
import { readWatched } from './watched.ts'

type WorkerAppContext = {
  chain: Chain
  ledger: Ledger
  log: Logger
  patience: Patience
  pool: Pool
  screening: Screening | undefined
  settings: Settings
  tokens: AccessTokens
}

/** What a process that serves no members answers: how it is. */
export async function buildWorkerApp({ pool, tokens, settings, ...context }: WorkerAppContext) {
  const { log, patience, ledger } = context
  const app = await openApplication({ log, settings, ownScripts: () => '' })
  const db = openDatabase(pool)
  const parts = healthParts(context)
  serveMetrics(app, settings, { authEvents: countAuthEvents, watched: () => readWatched(db, parts) })
  const serving = {
    guard: makeGuard(pool, tokens),
    patience,
    secureCookies: settings.publicUrl.startsWith('https:'),
    readSnapshot: () => readSnapshot(pool),
  }
  const health = { db, parts, isPosting: () => ledger.isAlive() }
  for (const served of healthRoutes(health)) registerRoute(app, served, serving)
  app.setNotFoundHandler((_request, reply) => answerUnknownPath(reply))
  return app
}
