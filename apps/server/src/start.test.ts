import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { asApplication } from './db/database.ts'
import { createDatabase, dropDatabase } from './testing/databases.ts'
import { isLong } from './testing/long-form.ts'
import { programFile } from './testing/programs.ts'
import { refusalOf } from './testing/refused-start.ts'
import { testSettings } from './testing/settings.ts'
import { visitor } from './testing/visitor.ts'

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

/** A start that makes the demo's history is slow on a busy machine. */
const READY_TIMEOUT_MS = 120_000

const becomesReady = (port: number) =>
  expect.poll(() => readiness(port), { timeout: READY_TIMEOUT_MS, interval: 100 }).toBe(200)

async function database(template?: string): Promise<{ DATABASE_URL: string; DATABASE_OWNER_URL: string }> {
  const name = `test-${randomUUID()}`
  const owner = await createDatabase(inject('postgresUrl'), { name, ...(template && { template }) })
  onTestFinished(() => dropDatabase(inject('postgresUrl'), name))
  return { DATABASE_URL: asApplication(owner), DATABASE_OWNER_URL: owner }
}

/** In a new folder, with these variables beside. */
async function expectToStartAgain(more: Record<string, string> = {}): Promise<void> {
  const port = await freePort()
  const variables = { PORT: String(port), DATA_DIR: await temporaryFolder(), ...more }
  const guest = visitor(`http://127.0.0.1:${port}`)

  const first = launch(variables)
  await expect.poll(() => readiness(port), { timeout: READY_TIMEOUT_MS, interval: 5 }).toBe(503)
  await becomesReady(port)
  expect(first.output()).toContain(`http://localhost:${port}`)
  const person = { name: 'Ada', email: 'ada@lovelace.example.org', password: 'quite a long passcode' }
  const { user_pk: identifier } = (await guest.post('/api/users/register', person)).body.user
  const signIn = () => guest.post('/api/users/login', { identifier, password: person.password })
  first.kill('SIGKILL')
  await first.ended

  for (const signal of isLong ? (['SIGTERM', 'SIGINT'] as const) : (['SIGINT'] as const)) {
    const again = launch(variables)
    await becomesReady(port)
    expect((await signIn()).status).toBe(200)
    again.kill(signal)
    expect(await again.ended).toBe(0)
    expect(await readiness(port)).toBe(0)
  }
}

// The browser tests start it on a new folder without any variables.
test('it starts, is 503 until ready, finds its data again after kill -9, and stops cleanly', async () =>
  expectToStartAgain({ ...(await database('pattern')), TREFOIL_SECRET: testSettings({}).secret ?? '' }))

test.runIf(isLong)('so it does with the database, the history and the secret that it makes by itself', () =>
  expectToStartAgain(),
)

test('a port in use gives one sentence and exit code 1', async () => {
  const port = await freePort()
  const other = createServer().listen(port, '127.0.0.1')
  onTestFinished(() => void other.close())
  const process = launch({ PORT: String(port), DATA_DIR: await temporaryFolder() })
  expect(await process.ended).toBe(1)
  expect(process.output()).toBe(`Port ${port} is in use: stop what runs there, or choose another with PORT.\n`)
})

test.runIf(isLong)(
  'a database that goes away during the first start ends it in one sentence, and the next start goes on',
  async () => {
    const [port, dataDir] = [await freePort(), await temporaryFolder()]
    const variables = { PORT: String(port), DATA_DIR: dataDir }
    const first = launch(variables)
    await expect.poll(first.output, { timeout: READY_TIMEOUT_MS }).toContain('fourteen months')
    const [postmaster] = (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')
    process.kill(Number(postmaster), 'SIGKILL')
    expect(await first.ended).toBe(1)
    expect(first.output().trim().split('\n').slice(1)).toEqual([
      `The database went away during the start: ${join(dataDir, 'postgres.log')} says why.`,
    ])
    const second = launch(variables)
    await becomesReady(port)
    second.kill('SIGINT')
    expect(await second.ended).toBe(0)
  },
)

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
  const variables = { ...PRODUCTION, ...(await database('pattern')) }
  expect(await refusalOf({ ...variables, NODE_ENV: 'production ' })).toBe(
    'This database is a demo: production needs a database of its own.',
  )
  expect(await refusalOf({ ...variables, NODE_ENV: 'prodution' })).toBe(
    'NODE_ENV is "prodution": set it to production, or unset it for the demo.',
  )
  expect(await refusalOf(variables)).toBe(
    'The demo does not use SMTP_URL or CHAIN_RPC_URL: unset it, or set NODE_ENV=production.',
  )
})
