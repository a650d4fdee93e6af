import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { StartError } from '../start-error.ts'
import { isLong } from '../testing/long-form.ts'
import { asApplication } from './database.ts'
import { startEmbedded, type EmbeddedServer } from './embedded.ts'
import { findPostmaster, isPostmasterOf } from './embedded-postmaster.ts'

/** A data folder that was started once, and stopped. A new one takes longer to make than most tests take. */
const used = join(await mkdtemp(join(tmpdir(), 'trefoil-used-')), 'data')
beforeAll(async () => {
  await chmod(join(used, '..'), 0o700)
  await (await startEmbedded({ dataDir: used, log: () => undefined })).stop()
})
afterAll(() => rm(join(used, '..'), { recursive: true, force: true }))

let dataDir = ''
let messages: string[] = []
const started: EmbeddedServer[] = []
const children: ChildProcess[] = []

beforeEach(async () => {
  // Only its owner may enter. PostgreSQL must work there, even if the owner is root.
  dataDir = join(await mkdtemp(join(tmpdir(), 'trefoil-embedded-')), 'data')
  await chmod(join(dataDir, '..'), 0o700)
  messages = []
})

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  await Promise.all(started.splice(0).map((server) => server.stop()))
  const left = await postmaster()
  if (left) process.kill(left.pid, 'SIGQUIT')
  await rm(join(dataDir, '..'), { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
})

test('a first start creates a database that only this machine can reach, with a password that only its owner can read', async () => {
  const server = await start()
  expect(server.adopted).toBe(false)
  expect(await ask(server.url, 'show listen_addresses')).toBe('127.0.0.1')
  expect(await ask(server.url, 'show unix_socket_directories')).toBe('')
  expect(await ask(server.url, 'show fsync')).toBe('on')
  expect(await ask(server.url, 'select current_database()')).toBe('trefoil')
  expect(await ask(server.url, `select upper('é') || encoding from pg_database where datname = 'trefoil'`)).toBe('É6')
  expect((await stat(join(dataDir, 'postgres.password'))).mode & 0o777).toBe(0o600)
  await expect(ask(server.url.replace(/:[0-9a-f]+@/, ':wrong@'), 'select 1')).rejects.toThrow(/password/)
})

test.runIf(isLong)(
  'the application has a login of its own, which data from before gets at the next start',
  async () => {
    await useAgain()
    const first = await start()
    expect(await ask(asApplication(first.url), 'select session_user::text')).toBe('trefoil_app')
    expect(new URL(asApplication(first.url)).password).not.toBe(new URL(first.url).password)
    await ask(first.url, 'alter role trefoil_app nologin password null')
    await expect(ask(asApplication(first.url), 'select 1')).rejects.toThrow(/not permitted|password/)
    await first.stop()
    const second = await start()
    expect(await ask(asApplication(second.url), 'select session_user::text')).toBe('trefoil_app')
  },
)

test.runIf(isLong)('a second start finds its data, and stopping leaves no process behind', async () => {
  const first = await start()
  await ask(first.url, 'create table leaf as select 3 as parts')
  const { pid } = await runningPostmaster()
  await first.stop()
  expect(await isRunning(pid)).toBe(false)
  const second = await start()
  expect(second.adopted).toBe(false)
  expect(await ask(second.url, 'select parts from leaf')).toBe(3)
})

test('committed data survives kill -9 of the whole database', async () => {
  await useAgain()
  const program = await startElsewhere()
  await ask(program.url, 'create table leaf as select 3 as parts')
  program.child.kill('SIGKILL')
  await once(program.child, 'exit')
  process.kill((await runningPostmaster()).pid, 'SIGKILL')
  const server = await start()
  expect(server.adopted).toBe(false)
  expect(await ask(server.url, 'select parts from leaf')).toBe(3)
})

test.runIf(isLong)('a database that dies under a running server comes back at the same address', async () => {
  await useAgain()
  const server = await start()
  await ask(server.url, 'create table leaf as select 3 as parts')
  const { pid } = await runningPostmaster()
  process.kill(pid, 'SIGKILL')
  await expect.poll(() => ask(server.url, 'select parts from leaf').catch(() => 0), { timeout: 60_000 }).toBe(3)
  const again = await runningPostmaster()
  expect(again.pid).not.toBe(pid)
  await server.stop()
  expect(await isRunning(again.pid)).toBe(false)
})

test.runIf(isLong)('a database that outlived its program is adopted, and stopped by its adopter', async () => {
  await useAgain()
  const program = await startElsewhere()
  program.child.kill('SIGKILL')
  await once(program.child, 'exit')
  const { pid } = await runningPostmaster()
  const server = await start()
  expect(server).toMatchObject({ adopted: true, url: program.url })
  await expect
    .poll(() =>
      ask(server.url, `select count(*)::int from pg_stat_activity where application_name = 'trefoil presence'`),
    )
    .toBe(1)
  await server.stop()
  expect(await isRunning(pid)).toBe(false)
})

test('programs that start at the same moment share one database, and the last to leave closes it', async () => {
  const [one, two, three] = await Promise.all([start(), startElsewhere(), start()])
  expect(new Set([one.url, two.url, three.url]).size).toBe(1)
  expect([one, two, three].filter(({ adopted }) => !adopted)).toHaveLength(1)
  const { pid } = await runningPostmaster()
  await Promise.all([one.stop(), three.stop()])
  expect(await ask(two.url, 'select 3')).toBe(3)
  two.child.kill('SIGTERM')
  await once(two.child, 'exit')
  expect(await isRunning(pid)).toBe(false)
})

test.runIf(isLong)('a start during a stop ends with a running database', async () => {
  await useAgain()
  const first = await start()
  const [second] = await Promise.all([start(), first.stop()])
  expect(await ask(second.url, 'select 3')).toBe(3)
})

test.runIf(isLong)('a creation that was killed halfway is repaired', async () => {
  const half = join(dataDir, `postgres.new-${await endedPid()}-00000000`)
  await mkdir(half, { recursive: true })
  await writeFile(join(half, 'PG_VERSION'), '18\n')
  const server = await start()
  expect(await ask(server.url, 'select 3')).toBe(3)
  expect((await readdir(dataDir)).toSorted()).toEqual(['postgres', 'postgres.log', 'postgres.password'])
})

test.runIf(isLong)('a pid that belongs to another program after a reboot is not taken for the database', async () => {
  await useAgain()
  const first = await start()
  const file = join(dataDir, 'postgres', 'postmaster.pid')
  const lines = (await readFile(file, 'utf8')).split('\n')
  await first.stop()
  await writeFile(file, [process.pid, ...lines.slice(1)].join('\n'), { mode: 0o600 })
  const server = await start()
  expect(server.adopted).toBe(false)
  expect(await ask(server.url, 'select 3')).toBe(3)
})

test('an unwritable folder is reported in one sentence', async () => {
  const file = join(dataDir, '..', 'file')
  await writeFile(file, '')
  await expect(startEmbedded({ dataDir: join(file, 'data'), log: () => undefined })).rejects.toThrow(
    new StartError(`Cannot write to the data folder ${join(file, 'data')}: not a directory.`),
  )
})

test('a database of another version is refused in one sentence', async () => {
  await useAgain()
  await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '17\n')
  await expect(start()).rejects.toThrow(
    /^PostgreSQL did not start: database files are incompatible with server \(see .*postgres\.log\)\.$/,
  )
})

/** The data folder is one that was used before. */
const useAgain = () => cp(used, dataDir, { recursive: true, preserveTimestamps: true })

async function start(): Promise<EmbeddedServer> {
  const server = await startEmbedded({ dataDir, log: (message) => messages.push(message) })
  started.push(server)
  return server
}

/** In a separate process that can be killed. */
async function startElsewhere(): Promise<{ child: ChildProcess; url: string; adopted: boolean }> {
  const module = fileURLToPath(new URL('embedded.ts', import.meta.url))
  const program = `
    const { startEmbedded } = await import(${JSON.stringify(module)})
    const server = await startEmbedded({ dataDir: ${JSON.stringify(dataDir)}, log: () => undefined })
    process.on('SIGTERM', () => server.stop().then(() => process.exit(0)))
    process.send({ url: server.url, adopted: server.adopted })
    setInterval(() => undefined, 60_000)`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  children.push(child)
  const [reply] = (await once(child, 'message')) as [{ url: string; adopted: boolean }]
  return { child, ...reply }
}

async function ask(url: string, question: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url, application_name: 'trefoil test' })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query<Record<string, unknown>>(question)
    return Object.values(rows[0] ?? {})[0]
  } finally {
    await client.end()
  }
}

const postmaster = () => findPostmaster(join(dataDir, 'postgres'))

const isRunning = (pid: number) => isPostmasterOf(join(dataDir, 'postgres'), pid)

async function runningPostmaster(): Promise<{ pid: number }> {
  const found = await postmaster()
  if (!found) throw new Error('no database is running')
  return found
}

async function endedPid(): Promise<number> {
  const child = spawn('true')
  await once(child, 'exit')
  return child.pid ?? 0
}
