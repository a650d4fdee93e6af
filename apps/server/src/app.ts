import { parseUsd } from '@trefoil/core/money'
import type { LevelLimits } from '@trefoil/core/payouts/level-limits'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { Logger } from 'pino'
import { passkeyRoutes } from './auth/passkeys/routes.ts'
import { authRoutes } from './auth/routes.ts'
import type { AuthContext } from './auth/context.ts'
import type { Chain } from './chain/chain.ts'
import type { Faucet } from './chain/faucet.ts'
import type { Database } from './db/database.ts'
import type { Replica } from './db/replica.ts'
import { readSnapshot } from './db/snapshot.ts'
import { demoRoutes, readDemoSettings } from './demo/routes.ts'
import type { DepositAddresses } from './deposits/deposit-addresses.ts'
import { depositRoutes } from './deposits/routes.ts'
import { fillReceiptPage } from './documents/receipt-page.ts'
import { documentRoutes } from './documents/routes.ts'
import { openCauses } from './causes/causes.ts'
import { fillCausePage } from './causes/fill-page.ts'
import { renderStory } from './causes/render-story.ts'
import { causeRoutes } from './causes/routes.ts'
import { fillDocumentPage } from './consent/fill-page.ts'
import { openDocuments } from './consent/read-documents.ts'
import { consentRoutes } from './consent/routes.ts'
import { donationRoutes } from './donations/routes.ts'
import type { Settings } from './env.ts'
import type { News } from './events/news.ts'
import { fillFactsPage, fillSimulatorPage } from './facts/fill-page.ts'
import { openFacts } from './facts/read-facts.ts'
import { openSimulator } from './facts/read-simulator.ts'
import { factsRoutes } from './facts/routes.ts'
import { serveEvents } from './events/routes.ts'
import type { StreamSlots } from './events/stream-slots.ts'
import { explainRoutes } from './explain/routes.ts'
import { describeApi } from './http/docs.ts'
import { serveFilledPage } from './http/filled-page.ts'
import { makeGuard } from './http/guard.ts'
import { healthParts } from './health-parts.ts'
import { openApplication } from './http/application.ts'
import { healthRoutes, reportErrorRoute } from './http/health.ts'
import { serveMetrics } from './http/metrics.ts'
import type { ReadPositions } from './http/read-positions.ts'
import { serveSecurityContact } from './http/security-contact.ts'
import { followOwnScripts, servePages } from './http/pages.ts'
import { serveVerifier } from './http/verifier-page.ts'
import { epochRoutes } from './proofs/epochs/routes.ts'
import { registerRoute } from './http/serve.ts'
import type { Patience } from './http/try-again.ts'
import { inboxRoutes } from './inbox/routes.ts'
import type { Ledger } from './ledger/batch.ts'
import { countAuthEvents } from './members/auth-events.ts'
import { payoutRoutes } from './payouts/routes.ts'
import { operatorContext } from './operator/context.ts'
import { operatorRoutes } from './operator/routes.ts'
import { ownDataRoutes } from './own-data/routes.ts'
import { proofRoutes } from './proofs/routes.ts'
import { fillTrustPage } from './proofs/trust/fill-page.ts'
import { openTrust } from './proofs/trust/read-trust.ts'
import { trustRoutes } from './proofs/trust/routes.ts'
import { reportRoutes } from './reports/routes.ts'
import { networkRoutes } from './network/routes.ts'
import type { Screening } from './screening/screening.ts'
import { settingsRoutes } from './settings/routes.ts'
import { supportRoutes } from './support/routes.ts'
import { transactionRoutes } from './transactions/routes.ts'
import { transferRoutes } from './transfers/routes.ts'
import { readWatched } from './watched.ts'

export type AppContext = AuthContext & {
  ledger: Ledger
  news: News
  slots: StreamSlots
  patience: Patience
  pool: pg.Pool
  /** For what operators do, over many rows. */
  background: Database
  readOnly: Database
  /** Where there is one to read from. */
  replica: Replica | undefined
  positions: ReadPositions | undefined
  screening: Screening | undefined
  levelLimits: LevelLimits | undefined
  settings: Settings
  log: Logger
  chain: Chain
  addresses: DepositAddresses
  /** Local chain only. */
  faucet: Faucet | undefined
}

/** Every route. */
export async function buildApp(context: AppContext): Promise<FastifyInstance> {
  const { settings, db, pool, tokens, log, limits, replica, positions } = context
  const https = settings.publicUrl.startsWith('https:')
  const app = await openApplication({ log, settings, ownScripts: followOwnScripts() })
  await describeApi(app)
  const parts = healthParts(context)
  serveMetrics(app, settings, {
    authEvents: countAuthEvents,
    ...(replica && { reads: () => replica.count() }),
    watched: () => readWatched(context.background, parts),
  })
  serveSecurityContact(app, settings)

  const demo = settings.production ? undefined : () => readDemoSettings(context)
  const publicPages = replica?.publicPages ?? context.readOnly
  const causes = openCauses({ db: publicPages, chain: context.chain })
  const documents = openDocuments({ db: publicPages, render: renderStory })
  const facts = openFacts(publicPages)
  const simulator = openSimulator(publicPages, facts)
  const trust = openTrust({ db: publicPages, chain: context.chain })
  /** Lists, trees and histories. What is read before money moves, and balances, come from the primary. */
  const lists = { ...context, db: replica?.lists ?? db }
  const routes = [
    ...healthRoutes({ db, parts, isPosting: () => context.ledger.isAlive() }),
    reportErrorRoute(limits),
    ...authRoutes(context),
    ...passkeyRoutes(context),
    ...donationRoutes(lists),
    ...causeRoutes(causes),
    ...consentRoutes({ ...context, render: renderStory }, documents),
    ...factsRoutes(facts, simulator),
    ...epochRoutes(context),
    ...trustRoutes(trust),
    ...transferRoutes({ ...lists, codeFrom: parseUsd(settings.transferCodeFromUsd) }),
    ...depositRoutes({ ...context, shown: settings.chain }),
    ...payoutRoutes(context),
    ...transactionRoutes({ ...lists, confirmations: settings.chain.confirmations }),
    ...reportRoutes(lists),
    ...explainRoutes(context),
    ...proofRoutes(context),
    ...inboxRoutes(lists),
    ...supportRoutes({ ...context, confirmations: settings.chain.confirmations }),
    ...networkRoutes(lists),
    ...ownDataRoutes(context),
    ...documentRoutes({ ...context, publicUrl: settings.publicUrl }),
    ...operatorRoutes(operatorContext({ ...context, db: context.background, parts })),
    ...settingsRoutes({ db, demo, chain: settings.chain }),
    ...(settings.production ? [] : demoRoutes(context)),
  ]
  const guard = makeGuard(pool, tokens)
  const { patience } = context
  const serving = { guard, patience, secureCookies: https, readSnapshot: () => readSnapshot(pool), positions }
  for (const served of routes) registerRoute(app, served, serving)
  serveEvents(app, { guard, news: context.news, slots: context.slots })

  const publicPage = { file: 'public.html', isDemo: !settings.production }
  serveFilledPage(app, {
    ...publicPage,
    paths: ['/causes', '/causes/:slug'],
    fill: fillCausePage(causes, settings.publicUrl),
  })
  serveFilledPage(app, {
    ...publicPage,
    paths: ['/documents', '/documents/:slug'],
    fill: fillDocumentPage(documents, settings.publicUrl),
  })
  serveFilledPage(app, { ...publicPage, paths: ['/facts'], fill: fillFactsPage(facts, settings.publicUrl) })
  serveFilledPage(app, { ...publicPage, paths: ['/simulator'], fill: fillSimulatorPage(simulator, settings.publicUrl) })
  serveFilledPage(app, { ...publicPage, paths: ['/trust'], fill: fillTrustPage(trust, settings.publicUrl) })
  serveFilledPage(app, { ...publicPage, paths: ['/receipts/:reference'], fill: fillReceiptPage })
  serveVerifier(app)
  await servePages(app, { isDemo: !settings.production })
  return app
}
