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
import { NOT_DURABLE } from './databases.ts'

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
  const place = { runner, dataDir }
  const made = run(place, initdb, ['-D', data, '-U', 'trefoil', '--auth=trust', '--encoding=UTF8', '--locale=C'])
  const [code] = (await once(made, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`initdb ended with ${code}`)
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
  await onceReady(url, `create role ${APPLICATION} login`)
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
      await copyWhileRunning(url, data, folder)
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
  }
}

/** As `pg_basebackup` does it, which the embedded binaries lack. */
async function copyWhileRunning(url: string, from: string, to: string): Promise<void> {
  const client = await new pg.Client({ connectionString: url }).connect()
  await client.query(`select pg_backup_start('copy', fast => true)`)
  const isNotWal = (path: string) => !path.endsWith('postmaster.pid') && !path.startsWith(join(from, 'pg_wal', '0'))
  await cp(from, to, { recursive: true, filter: isNotWal })
  const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
  await cp(join(from, 'pg_wal'), join(to, 'pg_wal'), { recursive: true })
  await client.end()
  await writeFile(join(to, 'backup_label'), rows[0]?.labelfile ?? '')
  await writeFile(join(to, 'standby.signal'), '')
  await chmod(to, 0o700)
}

function run({ runner, dataDir }: { runner: Runner; dataDir: string }, name: string, given: string[]): ChildProcess {
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
