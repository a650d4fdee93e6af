import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { APPLICATION } from '../db/database.ts'
import { embeddedBinaries } from '../db/embedded-binaries.ts'
import { freePort } from '../db/embedded-process.ts'
import { chooseRunner, commandFor, type Runner } from '../db/embedded-runner.ts'
import { copyCluster } from './copy-cluster.ts'
import { NOT_DURABLE } from './databases.ts'
import { templateFolder } from './provided.ts'

const READY_TIMEOUT_MS = 60_000
const POLL_MS = 50

/** Of the test, or of all tests of a file. */
export type AtEnd = (stop: () => Promise<void>) => void

type Binaries = { initdb: string; postgres: string }

export type OwnPostgres = {
  /** The owner's. */
  url: string
  /** Starts again as a replica that nobody sends anything. */
  becomeStandby(): Promise<void>
  /** A replica that gets nothing more from now on, as one that lags behind, or one that follows. */
  copy(options?: { follows?: boolean }): Promise<Standby>
  /** At once, as by a crash. */
  kill(): Promise<void>
  /** Where and as it was. */
  startAgain(): Promise<void>
}

/** Only the host and the port of its URL are others. */
export type Standby = { url: string; promote(): Promise<void>; stop(): Promise<void>; start(): Promise<void> }

const DEBIAN = '/usr/lib/postgresql'

/** Folders with `initdb` and `postgres` of other versions, with colons in between. */
const FOLDERS = 'TEST_POSTGRES_FOLDERS'

/** Debian's packages put them there, and `TEST_POSTGRES_FOLDERS` names others. Undefined: it is not installed here. */
export function installedBinaries(major: number): Binaries | undefined {
  const named = (process.env[FOLDERS] ?? '').split(':').filter(Boolean)
  for (const folder of [...named, `${DEBIAN}/${major}/bin`]) {
    const binaries = { initdb: join(folder, 'initdb'), postgres: join(folder, 'postgres') }
    if (majorOf(binaries.postgres) === major) return binaries
  }
  return undefined
}

/** "postgres (PostgreSQL) 17.6 (Debian 17.6-1)" is 17. */
function majorOf(postgres: string): number | undefined {
  if (!existsSync(postgres)) return undefined
  return Number(/ (\d+)[.\w]/.exec(execFileSync(postgres, ['--version'], { encoding: 'utf8' }))?.[1])
}

/**
 * A server beside the one of all tests, for one of them: of another version, or with a fate of its own. It trusts
 * everybody who reaches it, because nobody else does.
 */
export async function startOwnPostgres(given?: Binaries, atEnd: AtEnd = onTestFinished): Promise<OwnPostgres> {
  const { initdb, postgres } = given ?? (await embeddedBinaries())
  const dataDir = await mkdtemp(join(tmpdir(), 'trefoil-postgres-'))
  const data = join(dataDir, 'postgres')
  const runner = await chooseRunner({ dataDir, data, postgres })
  const form = ['-U', 'trefoil', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync']
  const made = run({ runner, dataDir }, initdb, ['-D', data, ...form])
  const [code] = (await once(made, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`initdb ended with ${code}`)
  const own = await startIn({ runner, dataDir, postgres }, atEnd)
  await onceReady(own.url, `create role ${APPLICATION} login`)
  return own
}

/** The same with a copy of all that the server of all tests began with: the database `pattern`, and its cluster's number. */
export async function startFilledPostgres(atEnd: AtEnd = onTestFinished): Promise<OwnPostgres> {
  const { postgres } = await embeddedBinaries()
  const dataDir = await mkdtemp(join(tmpdir(), 'trefoil-postgres-'))
  const data = join(dataDir, 'postgres')
  await cp(templateFolder(), data, { recursive: true })
  await chmod(data, 0o700)
  const everybody = ['all', 'replication'].map((database) => `host ${database} all 127.0.0.1/32 trust\n`)
  await writeFile(join(data, 'pg_hba.conf'), everybody.join(''))
  const runner = await chooseRunner({ dataDir, data, postgres })
  return startIn({ runner, dataDir, postgres }, atEnd)
}

type Home = { runner: Runner; dataDir: string; postgres: string }

/** On what is in the folder `postgres` of its home, which is removed at the end. */
async function startIn(place: Home, atEnd: AtEnd): Promise<OwnPostgres> {
  const { dataDir, postgres } = place
  const data = join(dataDir, 'postgres')
  const startOn = (folder: string, on: number, more: Record<string, string> = {}): ChildProcess => {
    const here = { listen_addresses: '127.0.0.1', unix_socket_directories: '', port: String(on) }
    const settings = { ...NOT_DURABLE, ...here, ...more }
    const flags = Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`])
    return run(place, postgres, ['-D', folder, ...flags])
  }
  const port = await freePort()
  let server = startOn(data, port)
  const standbys: (ChildProcess | undefined)[] = []
  atEnd(async () => {
    await stop(server)
    for (const standby of standbys) if (standby) await stop(standby)
    await rm(dataDir, { recursive: true, force: true })
  })
  const urlOf = (one: number) => `postgres://trefoil:none@127.0.0.1:${one}/postgres`
  const url = urlOf(port)
  await onceReady(url, 'select 1')
  return {
    url,
    async becomeStandby() {
      await stop(server)
      await writeFile(join(data, 'standby.signal'), '')
      server = startOn(data, port)
      await onceReady(url, 'select 1')
    },
    async copy({ follows = false } = {}) {
      const index = standbys.push(undefined) - 1
      const folder = join(dataDir, `copy-${index}`)
      await copyCluster(url, data, folder)
      await writeFile(join(folder, 'standby.signal'), '')
      const other = await freePort()
      const source = `host=127.0.0.1 port=${port} user=trefoil`
      const following = { primary_conninfo: source, wal_retrieve_retry_interval: '100ms' }
      const begin = async () => {
        standbys[index] = startOn(folder, other, follows ? following : {})
        await onceReady(urlOf(other), 'select 1')
      }
      await begin()
      return {
        url: urlOf(other),
        promote: () => onceReady(urlOf(other), 'select pg_promote()'),
        stop: async () => {
          const standby = standbys[index]
          if (standby) await stop(standby)
        },
        start: begin,
      }
    },
    async kill() {
      const exit = once(server, 'exit')
      server.kill('SIGKILL')
      await exit
    },
    async startAgain() {
      server = startOn(data, port)
      await onceReady(url, 'select 1')
    },
  }
}

function run({ runner, dataDir }: Pick<Home, 'runner' | 'dataDir'>, name: string, given: string[]): ChildProcess {
  const { program, args, options } = commandFor(runner, name, given)
  return spawn(program, args, { ...options, cwd: dataDir, stdio: 'ignore' })
}

async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const exit = once(server, 'exit')
  server.kill('SIGINT')
  await exit
}

async function onceReady(url: string, statement: string): Promise<void> {
  const begun = Date.now()
  for (;;) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      await client.query(statement)
      return
    } catch (error) {
      if (Date.now() - begun > READY_TIMEOUT_MS) throw error
      await sleep(POLL_MS)
    } finally {
      await client.end().catch(() => {})
    }
  }
}
