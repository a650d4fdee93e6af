import { setTimeout as sleep } from 'node:timers/promises'
import { join } from 'node:path'
import { StartError } from '../start-error.ts'
import { embeddedBinaries } from './embedded-binaries.ts'
import { prepareData, readPassword, writableFolder } from './embedded-data.ts'
import { findPostmaster, isPostmasterOf } from './embedded-postmaster.ts'
import { bePresent, type Presence } from './embedded-presence.ts'
import { freePort, spawnPostgres, type SpawnedPostgres } from './embedded-process.ts'
import { chooseRunner, type Runner } from './embedded-runner.ts'

export type EmbeddedServer = {
  /** The owner's: postgres://trefoil:…@127.0.0.1:port/trefoil. The application's is `asApplication` of it. */
  url: string
  /** Another process, or an earlier run, had started it. */
  adopted: boolean
  /** Also stops the server, unless another process still uses it. */
  stop: () => Promise<void>
}

type Place = {
  dataDir: string
  data: string
  postgres: string
  runner: Runner
  password: string
  settings: Record<string, string>
}
type Joined = { presence: Presence; port: number; adopted: boolean }

/** Replaying a long write-ahead log after a crash is slow and must not be cut short. */
const READY_TIMEOUT_MS = 300_000
const SLOW_START_MS = 10_000
const STARTS_MAX = 40
const RESTART_PAUSE_MS = 250
const POLL_MS = 20
const SHUTDOWN_TIMEOUT_MS = 30_000
const IMMEDIATE_SHUTDOWN_TIMEOUT_MS = 5_000

/** Starts the PostgreSQL that comes with the dependencies, or joins the one that already serves this data folder. */
export async function startEmbedded(options: {
  dataDir: string
  log: (message: string) => void
  /** Instead of, or besides, those that it has anyway. */
  settings?: Record<string, string>
}): Promise<EmbeddedServer> {
  const { log, settings = {} } = options
  const dataDir = await writableFolder(options.dataDir)
  const { initdb, postgres } = await embeddedBinaries()
  const data = join(dataDir, 'postgres')
  const runner = await chooseRunner({ dataDir, data, postgres })
  await prepareData({ dataDir, data, initdb, runner, log })
  const place = { dataDir, data, postgres, runner, password: await readPassword(dataDir), settings }

  const { port, adopted, presence: first } = await joinServer(place, { log, isWanted: () => true })
  let presence: Presence | undefined = first
  let isWanted = true
  let watching = watch(first)

  /** Restarts a dead database on the same port, so that existing pools find it again. */
  async function watch({ lost }: Presence): Promise<void> {
    await lost
    if (!isWanted) return
    presence = undefined
    log('PostgreSQL went away and is started again')
    try {
      presence = (await joinServer(place, { log, isWanted: () => isWanted, port })).presence
      watching = watch(presence)
    } catch (error) {
      if (isWanted) log((error as Error).message)
    }
  }

  async function stop(): Promise<void> {
    isWanted = false
    if (!presence) await watching
    const isLast = !presence || (await presence.leave())
    if (isLast) await shutDown(data, log)
    await presence?.close()
  }

  let stopped: Promise<void> | undefined
  const url = `postgres://trefoil:${place.password}@127.0.0.1:${port}/trefoil`
  return { url, adopted, stop: () => (stopped ??= stop()) }
}

/**
 * Needs no lock: PostgreSQL allows one server per data folder. A process that loses the race sees its own server refuse
 * to start, and finds the winner's in the next round.
 */
async function joinServer(
  place: Place,
  { log, isWanted, port }: { log: (message: string) => void; isWanted: () => boolean; port?: number },
): Promise<Joined> {
  const begun = Date.now()
  let spawned: SpawnedPostgres | undefined
  let starts = 0
  let isSlow = false
  while (isWanted() && Date.now() - begun < READY_TIMEOUT_MS) {
    const postmaster = await findPostmaster(place.data)
    if (postmaster?.isReady) {
      const presence = await bePresent({ port: postmaster.port, password: place.password })
      if (presence) return { presence, port: postmaster.port, adopted: postmaster.pid !== spawned?.pid }
    }
    if (!postmaster && !spawned?.isRunning()) {
      const failure = await spawned?.failure()
      if (failure && (!failure.mayPass || starts >= STARTS_MAX)) {
        throw new StartError(
          `PostgreSQL did not start: ${failure.reason} (see ${join(place.dataDir, 'postgres.log')}).`,
        )
      }
      if (spawned) await sleep(RESTART_PAUSE_MS)
      spawned = await spawnPostgres({ ...place, port: port ?? (await freePort()) })
      starts += 1
    }
    if (!isSlow && Date.now() - begun > SLOW_START_MS) {
      isSlow = true
      log('PostgreSQL is still starting; after a crash it first repeats its journal')
    }
    await sleep(POLL_MS)
  }
  if (!isWanted()) spawned?.abandon()
  throw new StartError(`PostgreSQL was not ready in time (see ${join(place.dataDir, 'postgres.log')}).`)
}

async function shutDown(data: string, log: (message: string) => void): Promise<void> {
  const postmaster = await findPostmaster(data)
  if (!postmaster) return
  const steps = [
    { signal: 'SIGINT', timeoutMs: SHUTDOWN_TIMEOUT_MS },
    { signal: 'SIGQUIT', timeoutMs: IMMEDIATE_SHUTDOWN_TIMEOUT_MS },
  ] as const
  for (const { signal, timeoutMs } of steps) {
    process.kill(postmaster.pid, signal)
    const deadline = Date.now() + timeoutMs
    while (Date.now() < deadline) {
      if (!(await isPostmasterOf(data, postmaster.pid))) return
      await sleep(POLL_MS)
    }
  }
  log(`PostgreSQL (process ${postmaster.pid}) does not stop`)
}
