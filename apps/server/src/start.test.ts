import { spawn } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { visitor } from './testing/visitor.ts'

const MAIN = new URL('main.ts', import.meta.url).pathname

type Process = { output: () => string; ended: Promise<number | null>; kill(signal: NodeJS.Signals): void }

function launch(variables: Record<string, string>): Process {
  const child = spawn(process.execPath, [MAIN], { env: { PATH: process.env['PATH'], ...variables } })
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
const READY_TIMEOUT_MS = 90_000

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
  expect(first.output()).toContain(`http://127.0.0.1:${port}`)
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
}, 240_000)

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
