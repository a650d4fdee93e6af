import { spawn } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { asApplication } from './db/database.ts'
import { migrate } from './db/migrate.ts'
import { createDatabase, dropDatabase } from './testing/databases.ts'
import { visitor } from './testing/visitor.ts'
import { programFile } from './testing/programs.ts'

type Process = { output: () => string; ended: Promise<number | null>; kill(signal: NodeJS.Signals): void }

function launch(variables: Record<string, string>): Process {
  const child = spawn(process.execPath, [programFile('main')], { env: { PATH: process.env['PATH'], ...variables } })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const ended = new Promise<number | null>((exited) => child.on('exit', exited))
  onTestFinished(() => void child.kill('SIGKILL'))
  return { output: () => output, ended, kill: (signal) => void child.kill(signal) }
}

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'trefoil-start-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

const freePort = (): Promise<number> =>
  new Promise((found) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => found(port))
    })
  })

/** The status of /api/ready, or 0 while nothing listens. */
const readiness = (port: number): Promise<number> =>
  visitor(`http://127.0.0.1:${port}`)
    .get('/api/ready')
    .then(
      ({ status }) => status,
      () => 0,
    )

/** A first start makes the demo's history, which is slow on a busy machine. */
const READY_TIMEOUT_MS = 200_000

const becomesReady = (port: number) =>
  expect.poll(() => readiness(port), { timeout: READY_TIMEOUT_MS, interval: 100 }).toBe(200)

test('it starts, is 503 until ready, stops cleanly, and finds its data again, even after kill -9', async () => {
  const DATA_DIR = await temporaryFolder()
  const port = await freePort()
  const variables = { PORT: String(port), DATA_DIR }
  const guest = visitor(`http://127.0.0.1:${port}`)

  const first = launch(variables)
  await expect.poll(() => readiness(port), { timeout: READY_TIMEOUT_MS, interval: 5 }).toBe(503)
  await becomesReady(port)
  expect(first.output()).toContain(`http://localhost:${port}`)
  const person = { name: 'Ada', email: 'ada@lovelace.example.org', password: 'quite a long passcode' }
  const { user_pk: identifier } = (await guest.post('/api/users/register', person)).body.user
  const signIn = () => guest.post('/api/users/login', { identifier, password: person.password })
  first.kill('SIGINT')
  expect(await first.ended).toBe(0)

  const second = launch(variables)
  await becomesReady(port)
  expect((await signIn()).status).toBe(200)
  second.kill('SIGKILL')
  await second.ended

  const third = launch(variables)
  await becomesReady(port)
  expect((await signIn()).status).toBe(200)
  third.kill('SIGTERM')
  expect(await third.ended).toBe(0)
  expect(await readiness(port)).toBe(0)
})

test('a port in use gives one sentence and exit code 1', async () => {
  const port = await freePort()
  const other = createServer().listen(port, '127.0.0.1')
  onTestFinished(() => void other.close())
  const process = launch({ PORT: String(port), DATA_DIR: await temporaryFolder() })
  expect(await process.ended).toBe(1)
  expect(process.output().trim()).toBe(`Port ${port} is in use: stop what runs there, or choose another with PORT.`)
})

test('an unwritable folder gives one sentence and exit code 1', async () => {
  const folder = await temporaryFolder()
  await chmod(folder, 0o500)
  // Root may write anywhere except below a file.
  const DATA_DIR = process.getuid?.() === 0 ? '/dev/null/data' : join(folder, 'data')
  const launched = launch({ PORT: '0', DATA_DIR })
  expect(await launched.ended).toBe(1)
  expect(launched.output().trim().split('\n')).toHaveLength(1)
  expect(launched.output()).toContain(DATA_DIR)
})

test('production without its settings gives one message and exit code 1', async () => {
  const launched = launch({ NODE_ENV: 'production' })
  expect(await launched.ended).toBe(1)
  for (const name of ['DATABASE_URL', 'PUBLIC_URL', 'TREFOIL_SECRET', 'SMTP_URL', 'MAIL_FROM', 'TRUST_PROXY'])
    expect(launched.output()).toContain(name)
})

async function database(template?: string): Promise<{ DATABASE_URL: string; DATABASE_OWNER_URL: string }> {
  const name = `test-${randomUUID()}`
  const owner = await createDatabase(inject('postgresUrl'), { name, ...(template && { template }) })
  onTestFinished(() => dropDatabase(inject('postgresUrl'), name))
  return { DATABASE_URL: asApplication(owner), DATABASE_OWNER_URL: owner }
}

const PRODUCTION = {
  PORT: '0',
  PUBLIC_URL: 'https://trefoil.example.org',
  TREFOIL_SECRET: 'the secret of every test database',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'Trefoil <hello@example.org>',
  TRUST_PROXY: 'none',
  CHAIN_RPC_URL: 'http://127.0.0.1:1,http://127.0.0.2:1',
  CHAIN_TOKEN: `0x${'1'.repeat(40)}`,
  CHAIN_FACTORY: `0x${'2'.repeat(40)}`,
  CHAIN_TREASURY: `0x${'3'.repeat(40)}`,
  CHAIN_VAULT: `0x${'4'.repeat(40)}`,
  CHAIN_SIGNER_KEY_FILE: '/run/secrets/signer',
  LOG_KEY_FILE: '/var/lib/trefoil/log-key',
}

test('production’s settings never start a demo: not with a space behind NODE_ENV, nor without it', async () => {
  const variables = { ...PRODUCTION, ...(await database('pattern')), DATA_DIR: await temporaryFolder() }
  const [spaced, misspelt, unset] = [
    launch({ ...variables, NODE_ENV: 'production ' }),
    launch({ ...variables, NODE_ENV: 'prodution' }),
    launch(variables),
  ]
  expect(await Promise.all([spaced.ended, misspelt.ended, unset.ended])).toEqual([1, 1, 1])
  expect(spaced.output()).toBe('This database is a demo: production needs a database of its own.\n')
  expect(misspelt.output()).toBe('NODE_ENV is "prodution": set it to production, or unset it for the demo.\n')
  expect(unset.output()).toBe(
    'The demo does not use SMTP_URL or CHAIN_RPC_URL: unset it, or set NODE_ENV=production.\n',
  )
})

test('a demo on a production database ends in one sentence, and touches nothing', async () => {
  const urls = await database()
  await migrate(urls.DATABASE_OWNER_URL)
  const owner = new pg.Client({ connectionString: urls.DATABASE_OWNER_URL })
  await owner.connect()
  await owner.query(`
    insert into account (role, name, email, key_hash, key_box, passcode_hash)
    values ('member', 'Somebody', 'me@example.com', 'hash', 'box', 'passcode')`)
  const launched = launch({ ...urls, PORT: '0', DATA_DIR: await temporaryFolder() })
  expect(await launched.ended).toBe(1)
  expect(launched.output()).toBe(
    'This database is not a demo: set NODE_ENV=production, or start on an empty database.\n',
  )
  const { rows } = await owner.query(`select key from installation order by key`)
  await owner.end()
  expect(rows).toEqual([{ key: 'id' }])
})
