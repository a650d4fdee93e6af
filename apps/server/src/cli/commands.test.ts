import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { createDatabase, dropDatabase } from '../testing/databases.ts'

// Each command is a process of its own, and starts as slowly as the machine is busy.
const SLOW = { timeout: 300_000 }

const CLI = fileURLToPath(new URL('../cli.ts', import.meta.url))

type Ended = { code: number; stdout: string; stderr: string }

const trefoil = (args: string[], env: Record<string, string> = {}): Promise<Ended> =>
  promisify(execFile)(process.execPath, [CLI, ...args], { env: { PATH: process.env['PATH'] ?? '', ...env } }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: unknown) => error as Ended,
  )

async function installation() {
  const name = `test-${randomUUID()}`
  const DATABASE_URL = await createDatabase(inject('postgresUrl'), { name, template: 'pattern' })
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'trefoil-cli-'))
  onTestFinished(async () => {
    await dropDatabase(inject('postgresUrl'), name)
    await rm(DATA_DIR, { recursive: true, force: true })
  })
  return { DATABASE_URL, DATA_DIR, TREFOIL_SECRET: 'the secret of every test database' }
}

test('helps with examples, and ends with a code that scripts can use', SLOW, async () => {
  const help = await trefoil(['--help'])
  expect(help.code).toBe(0)
  for (const command of [
    'init',
    'create-operator',
    'migrate',
    'verify',
    'export',
    'backup',
    'restore',
    'chain',
    'demo',
  ])
    expect(help.stdout).toContain(`  ${command}`)
  expect((await trefoil(['backup', '--help'])).stdout).toContain('Example: npm run trefoil -- backup')
  expect(await trefoil(['nothing'])).toMatchObject({ code: 2, stderr: expect.stringContaining('no command "nothing"') })
  expect((await trefoil(['verify', '--wrong'])).code).toBe(2)
  const refused = await trefoil(['backup', '--json'])
  expect([refused.code, JSON.parse(refused.stderr)]).toEqual([1, { error: 'Say where to: --out <folder>.' }])
})

test('verify prints every invariant with its figure, and ends with 3 once one is violated', SLOW, async () => {
  const env = await installation()
  const fine = await trefoil(['verify'], env)
  expect(fine).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^(holds +0 .+\n)+\n(\d+) of \2 invariants hold/),
  })
  const owner = new pg.Client({ connectionString: env.DATABASE_URL })
  await owner.connect()
  await owner.query('update purse set impact = impact + 1 where member_id = (select min(member_id) from purse)')
  await owner.end()
  const broken = await trefoil(['verify', '--json'], env)
  expect(broken.code).toBe(3)
  expect(JSON.parse(broken.stdout)).toMatchObject({ ok: false })
})

test('makes an operator, migrates, exports and seeds', SLOW, async () => {
  const env = await installation()
  const made = await trefoil(['create-operator', '--email', 'new@example.org', '--name', 'New One', '--json'], env)
  expect(JSON.parse(made.stdout)).toMatchObject({ role: 'operator', privateKey: expect.stringMatching(/^tf/) })
  const again = await trefoil(['create-operator', '--email', 'new@example.org', '--name', 'New One'], env)
  expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('already an account') })
  expect(JSON.parse((await trefoil(['migrate', '--json'], env)).stdout).version).toBeGreaterThanOrEqual(7)
  const seeded = await trefoil(['demo', 'seed', '--members', '150', '--json'], env)
  expect(seeded, seeded.stderr).toMatchObject({ code: 0 })
  const file = join(env.DATA_DIR, 'members.csv')
  const exported = await trefoil(['export', 'members', '--out', file, '--json'], env)
  const { lines } = JSON.parse(exported.stdout)
  expect(lines).toBeGreaterThan(170)
  expect((await readFile(file, 'utf8')).split('\r\n')).toHaveLength(lines + 2)
  expect((await trefoil(['verify'], env)).code).toBe(0)
})
