import { join } from 'node:path'
import type { Logger } from 'pino'
import { buildApp } from './app.ts'
import { refuseHalfRestored } from './cli/restored-mark.ts'
import {
  asPlannedOnce,
  asReader,
  BACKGROUND_POOL,
  MEMBERS_POOL,
  openDatabase,
  openPool,
  openPreparedDatabase,
  type Database,
  type Pool,
} from './db/database.ts'
import { mayBeAnsweredLater } from './db/away.ts'
import { openLeases } from './db/lease.ts'
import { openLogins } from './db/logins.ts'
import { watchOutage } from './db/outage.ts'
import { refuseTwoClusters, staysIn } from './db/one-cluster.ts'
import { whyNotPatroni } from './db/patroni.ts'
import { openReplica, type Replica } from './db/replica.ts'
import { readIdentity, refuseForeignReplica } from './db/replica-identity.ts'
import { beginSeeding } from './demo/begin.ts'
import { claimDatabase, refuseRealServices } from './demo/mode.ts'
import { chainBegins, findDemoFacts, seedHistory, seedPeople } from './demo/seed.ts'
import { donation } from './donations/donate.ts'
import { startWallet } from './deposits/start-wallet.ts'
import type { Settings } from './env.ts'
import { openNews } from './events/news.ts'
import { openStreamSlots } from './events/stream-slots.ts'
import { accessTokens } from './http/access-token.ts'
import { buildFrontDoor } from './http/front-door.ts'
import { isWritable } from './http/health.ts'
import { makeLimits } from './http/limits.ts'
import { makeLogger } from './http/logger.ts'
import { webIsBuilt } from './http/pages.ts'
import { makeReadPositions } from './http/read-positions.ts'
import { makePatience } from './http/try-again.ts'
import { openLedger } from './ledger/batch.ts'
import { TailGuard } from './ledger/tail-guard.ts'
import { forwardOrders } from './ledger/forwarding/forward-orders.ts'
import { demoMailer, smtpMailer } from './mail/mailer.ts'
import { makeKeyring } from './secrets/keyring.ts'
import { withdrawal } from './payouts/request.ts'
import { openLogKey } from './proofs/log/key-file.ts'
import { relyingPartyOf } from './members/relying-party.ts'
import { refuseForeignSecret, secretIn } from './members/secret.ts'
import { leadsWork, servesMembers } from './role.ts'
import { openScreening } from './screening/screening.ts'
import { StartError } from './start-error.ts'
import { transfer } from './transfers/transfer.ts'
import { buildWorkerApp } from './worker-app.ts'
import { startWorker } from './worker.ts'

type Closer = () => Promise<unknown> | void
export type Running = { url: string; stop: () => Promise<void> }

/**
 * `demo`: what a new demo is filled with. `webBuilt`: while the web application is still being built; without it, it has
 * to be there. `notify` is called before slow steps. `isApart`: whether the local chain gets a process of its own, and the
 * log a thread. `countsDaily`: whether epochs begin by themselves. Tests, which start many, do without.
 */
type StartOptions = {
  demo?: 'history' | 'people'
  webBuilt?: Promise<void> | undefined
  notify?: (sentence: string) => void
  isApart?: boolean
  countsDaily?: boolean
}

const SLOW_MS = 2000
const SEEDING = 'Making fourteen months of demo data, once: this takes a few seconds.'

/** As `npm start` does it. */
export async function startServer(settings: Settings, options: StartOptions = {}): Promise<Running> {
  refuseRealServices(settings)
  return startTrefoil(settings, { ...options, isApart: true })
}

/** Starts all parts in order of dependency, and stops them in reverse. */
export async function startTrefoil(settings: Settings, options: StartOptions = {}): Promise<Running> {
  const closers: Closer[] = []
  const stop = async () => {
    for (const close of closers.toReversed()) await close()
  }
  try {
    const door = await buildFrontDoor(settings)
    closers.push(door.close)
    const [doesServe, doesLead] = [servesMembers(settings.role), leadsWork(settings.role)]
    if (doesServe && !options.webBuilt && !webIsBuilt())
      throw new StartError('The web application is not built: use `npm start`, which builds it.')

    const doubt = await whyNotPatroni(settings.patroniUrls)
    if (doubt !== undefined && settings.production) throw new StartError(doubt)
    const logins = await openLogins(settings)
    closers.push(logins.stop)
    const cluster = await refuseTwoClusters(logins)
    const version = await claimDatabase(logins, settings.production ? 'production' : 'demo')
    const { url } = logins
    const log = makeLogger({
      level: settings.logLevel,
      file: settings.production ? undefined : join(settings.dataDir, 'server.log'),
    })
    if (doubt !== undefined) log.warn(doubt)
    for (const service of settings.plaintext)
      log.warn(`the connection to ${service} may be unencrypted: ALLOW_PLAINTEXT`)
    const outage = watchOutage({ log, isBack: () => isWritable(db) })
    const complain = (error: Error) => {
      if (!outage.note(error)) log.warn({ err: error }, 'a connection to the database failed')
    }
    const requireOurs = staysIn(cluster)
    const limited = { complain, timeoutMs: settings.databaseTimeoutMs, onNew: requireOurs }
    const { connections } = settings
    const background = openPool(url, connections.background, { ...limited, ...BACKGROUND_POOL })
    closers.push(() => background.end())
    const db = openDatabase(background)
    // What only members' requests need.
    const pool = doesServe
      ? openPool(asPlannedOnce(url), connections.members, { ...limited, ...MEMBERS_POOL })
      : background
    const readers = openPool(asReader(url), connections.readers, limited)
    closers.push(() => Promise.all([doesServe && pool.end(), readers.end()]))
    const guard = new TailGuard({ complain: (sentence) => log.fatal(sentence), requireOurs })
    const leases = openLeases(url, { complain, onNew: guard.check })
    closers.push(() => leases.stop())
    const ledger = forwardOrders(
      openLedger(url, { ...limited, guard, log }),
      { db, leases, log, guard },
      {
        operations: { transfer, donation, withdrawal },
        host: doesLead ? settings.posterHost : undefined,
        version,
      },
    )
    closers.push(ledger.stop)

    const keyring = makeKeyring(settings.secret ?? (await secretIn(settings.dataDir)))
    await refuseForeignSecret(db, keyring)
    await refuseHalfRestored(db)
    const logKey = settings.logKeyFile && (await openLogKey(db, settings.logKeyFile, settings))
    const isFilled = settings.production || (await findDemoFacts(db)) !== undefined
    const seeding = isFilled ? undefined : await beginSeeding(logins.ownerUrl)
    closers.push(async () => seeding?.leave())
    const end = new Date()
    const hasHistory = options.demo !== 'people' && settings.chain.remote === undefined
    const since = seeding && hasHistory ? chainBegins(end) : undefined

    // In parallel with what follows.
    const { isApart = false, countsDaily = true } = options
    const place = { databaseUrl: url, dataDir: settings.dataDir, since, isApart }
    const walletStarting = startWallet({ db, keyring }, settings.chain, place)
    walletStarting.catch(() => {})
    closers.push(() =>
      walletStarting.then(
        ({ chain }) => chain.close(),
        () => {},
      ),
    )

    if (settings.production) await refuseWithoutRoot(db)
    if (seeding) {
      const slow = setTimeout(() => options.notify?.(SEEDING), SLOW_MS)
      try {
        if (since === undefined) await seedPeople(seeding, { db, keyring, passcodeCost: settings.passcodeCost })
        else await seedHistory(seeding, { url, keyring, started: await walletStarting, end })
      } finally {
        clearTimeout(slow)
      }
      await seeding.leave()
    }

    const { smtpUrl, smtpRequiresTls, mailFrom } = settings
    const mailer = smtpUrl ? smtpMailer({ url: smtpUrl, from: mailFrom, requireTls: smtpRequiresTls }) : demoMailer(db)
    const { production, publicUrl, webhooksToLoopback } = settings
    const { chain, addresses, faucet } = await walletStarting
    const screening = await openScreening(settings.screening, chain)
    const { levelLimits, passcodeCost } = settings
    const base = { chain, addresses, databaseUrl: url, leases, db, keyring, ledger, log, outage, settings }
    const context = { ...base, screening, levelLimits, passcodeCost }
    if (logKey) {
      const own = { mailer, production, publicUrl, webhooksToLoopback }
      const worker = startWorker({ ...context, ...own, logKey, isApart, countsDaily })
      closers.push(worker.stop)
    }

    // Its connection's name also says which versions of the secret this process has.
    const replica = doesServe ? await openReplicaOf(settings, { members: pool, readers }, log) : undefined
    closers.push(async () => replica?.stop())
    const positions = replica && makeReadPositions(replica, keyring)
    const slots = openStreamSlots(pool)
    const news = await openNews({
      url,
      log,
      versions: keyring.versions,
      timeoutMs: settings.databaseTimeoutMs,
      guard,
      outage,
      heard: positions?.heard,
      ...(doesServe && { slots }),
    })
    closers.push(news.stop)

    if (doesServe) await options.webBuilt?.catch(refuseWithoutWeb)
    const tokens = accessTokens(keyring.accessTokens)
    const members = openPreparedDatabase(pool)
    const patience = makePatience({ windowMs: settings.databaseRetryMs, isBack: () => isWritable(members) })
    const serving = { ...context, pool, patience, tokens }
    const app = doesServe
      ? await buildApp({
          ...serving,
          db: members,
          background: db,
          readOnly: openDatabase(readers),
          replica,
          positions,
          relyingParty: relyingPartyOf(settings),
          limits: makeLimits(pool, settings.limits),
          news,
          slots,
          faucet,
        })
      : await buildWorkerApp(serving)
    await app.ready()
    door.open((request, response) => app.routing(request, response))
    // Accepted requests are answered before what they depend on stops.
    closers.push(async () => {
      outage.stop()
      patience.stop()
      await news.stop()
      await door.close()
      await app.close()
    })
    return { url: `http://${settings.host === '0.0.0.0' ? 'localhost' : settings.host}:${door.port}`, stop }
  } catch (error) {
    await stop()
    if (!(error instanceof StartError) && mayBeAnsweredLater(error)) throw new StartError(wentAway(settings))
    throw error
  }
}

const wentAway = ({ databaseUrl, dataDir }: Settings): string =>
  `The database went away during the start: ${databaseUrl === undefined ? join(dataDir, 'postgres.log') : 'its log'} says why.`

/** One that cannot be reached is tried again later. One of another installation must not be read from at all. */
async function openReplicaOf(
  { databaseReplicaUrl: url, connections }: Settings,
  primary: { members: Pool; readers: Pool },
  log: Logger,
): Promise<Replica | undefined> {
  if (url === undefined) return undefined
  const identity = await readIdentity(primary.members)
  const complain = (error: Error) => log.warn({ err: error }, 'the replica cannot be reached: the primary is read')
  await refuseForeignReplica(url, identity).catch((error: Error) => {
    if (error instanceof StartError) throw error
    complain(error)
  })
  return openReplica({ url, primary, identity, connections, complain })
}

function refuseWithoutWeb({ message }: Error): never {
  throw new StartError(message)
}

async function refuseWithoutRoot(db: Database): Promise<void> {
  const root = await db.selectFrom('member').select('id').where('parent', 'is', null).executeTakeFirst()
  if (!root) throw new StartError('There is no root member yet: run `npm run trefoil -- init` once, then start again.')
}
