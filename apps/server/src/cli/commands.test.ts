import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { asApplication } from '../db/database.ts'
import { chainVariables } from '../testing/chain-variables.ts'
import { trefoil, trefoilProcess } from '../testing/command-line.ts'
import { createDatabase, dropDatabase } from '../testing/databases.ts'

const address = `0x${'2'.repeat(40)}` as const

const COMMANDS = [
  'init',
  'create-operator',
  'remove-operator',
  'reset-two-factor',
  'migrate',
  'verify',
  'export',
  'backup',
  'backup keygen',
  'restore',
  'begin-recovery',
  'secret status',
  'secret rotate',
  'chain deploy',
  'chain status',
  'chain change',
  'demo seed',
]

async function installation() {
  const name = `test-${randomUUID()}`
  const DATABASE_OWNER_URL = await createDatabase(inject('postgresUrl'), { name, template: 'pattern' })
  const DATABASE_URL = asApplication(DATABASE_OWNER_URL)
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'trefoil-cli-'))
  onTestFinished(async () => {
    await dropDatabase(inject('postgresUrl'), name)
    await rm(DATA_DIR, { recursive: true, force: true })
  })
  return { DATABASE_URL, DATABASE_OWNER_URL, DATA_DIR, TREFOIL_SECRET: 'the secret of every test database' }
}

test('a process prints what a command answers, or why not, and exits with its code', async () => {
  const [fine, refused] = await Promise.all([
    trefoilProcess(['backup', '--help']),
    trefoilProcess(['migrate'], { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }),
  ])
  const help = expect.stringMatching(/^npm run trefoil -- backup\n\n {2}backup .+\n$/s)
  expect(fine).toMatchObject({ code: 0, stdout: help, stderr: '' })
  const sentence = 'Set DATABASE_OWNER_URL: only the login that owns the tables can do this.\n'
  expect(refused).toMatchObject({ code: 1, stdout: '', stderr: sentence })
})

test('help has an example of every command, and mistakes have a code that scripts can use', async () => {
  const help = await trefoil(['--help'])
  const backup = await trefoil(['backup', '--help'])
  const unknown = await trefoil(['nothing'])
  const wrong = await trefoil(['verify', '--wrong'])
  const json = await trefoil(['backup', '--json'])
  const nowhere = await trefoil(['verify', '--json'], { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' })
  expect(help.code).toBe(0)
  for (const command of COMMANDS) {
    // This command's part of the help.
    const [, part = ''] = help.stdout.split(`\n  ${command} `)
    const own = part.split(/\n {2}[a-z]/)[0] ?? ''
    expect(own, command).toContain('Example: ')
    expect(own, command).toContain('--json')
    expect(own, command).toContain(`npm run trefoil -- ${command}`)
  }
  expect(backup).toMatchObject({ code: 0, stdout: expect.stringContaining('Example: npm run trefoil -- backup') })
  expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining('no command "nothing"') })
  expect(wrong.code).toBe(2)
  expect([json.code, JSON.parse(json.stderr)]).toEqual([2, { error: 'Say where to: --out <folder>.' }])
  expect([nowhere.code, JSON.parse(nowhere.stderr)]).toEqual([1, { error: expect.stringContaining('ECONNREFUSED') }])
})

test('verify prints every invariant with its figure, and exits with 3 if one is violated', async () => {
  const env = await installation()
  const fine = await trefoil(['verify', '--offline'], env)
  expect(fine).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^(holds +0 .+\n)+\n[^]+\n(\d+) of \2 invariants hold/),
  })
  expect(fine.stdout).toMatch(/\$\d+\.\d{5} {2}credited deposits \(\d+\)/)
  expect(fine.stdout).toContain('The reserves were not compared: --offline.')
  expect(fine.stdout).toContain('The log was not compared: Nothing was signed yet.')
  expect(await trefoil(['verify', '--since', 'yesterday'], env)).toMatchObject({ code: 2 })
  const owner = new pg.Client({ connectionString: env.DATABASE_OWNER_URL })
  await owner.connect()
  await owner.query(
    'update member_balance set impact = impact + 1 where member_id = (select min(member_id) from member_balance)',
  )
  // Nothing came since, and so nobody looks at the balance.
  const { rows } = await owner.query<{ last: string }>('select max(id) as last from journal')
  await owner.end()
  expect(await trefoil(['verify', '--since', rows[0]!.last, '--offline'], env)).toMatchObject({ code: 0 })
  const broken = await trefoil(['verify', '--json'], env)
  expect(broken.code).toBe(3)
  expect(JSON.parse(broken.stdout)).toMatchObject({ ok: false })
})

test('verify exits with 4 if what the chain holds could not be compared', async () => {
  const env = await installation()
  const unread = await trefoil(['verify'], env)
  expect(unread.code).toBe(4)
  expect(unread.stdout).toContain('The reserves were not compared: The chain was never read.')
  expect(unread.stdout).toMatch(/(\d+) of \1 invariants hold\. The reserves were not compared\.$/)
  const owner = new pg.Client({ connectionString: env.DATABASE_OWNER_URL })
  await owner.connect()
  await owner.query(
    `insert into scan (chain_id, scanned, scanned_hash, final, final_hash, noted) values (56, 0, '', 0, '', 0)`,
  )
  await owner.end()
  const facts = { id: 56, token: address, factory: address, treasury: address, vault: address }
  const nowhere = { url: 'http://127.0.0.1:1', facts, signerKey: `0x${'1'.repeat(64)}` as const }
  const silent = await trefoil(['verify', '--json'], { ...env, ...(await chainVariables(nowhere, env.DATA_DIR)) })
  expect(silent.code).toBe(4)
  expect(JSON.parse(silent.stdout)).toMatchObject({
    ok: false,
    reserves: { why: expect.stringContaining('127.0.0.1') },
  })
})

test('creates an operator, migrates, exports and seeds', async () => {
  const env = await installation()
  const made = await trefoil(['create-operator', '--email', 'new@example.org', '--name', 'New One', '--json'], env)
  expect(JSON.parse(made.stdout)).toMatchObject({ role: 'operator', privateKey: expect.stringMatching(/^tf/) })
  const again = await trefoil(['create-operator', '--email', 'new@example.org', '--name', 'New One'], env)
  expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('already an account') })
  expect(JSON.parse((await trefoil(['migrate', '--json'], env)).stdout).version).toBeGreaterThanOrEqual(7)
  const seeded = await trefoil(['demo', 'seed', '--members', '20', '--json'], env)
  expect(seeded, seeded.stderr).toMatchObject({ code: 0 })
  const file = join(env.DATA_DIR, 'members.csv')
  const exported = await trefoil(['export', 'members', '--out', file, '--json'], env)
  const { lines } = JSON.parse(exported.stdout)
  expect(lines).toBeGreaterThan(40)
  expect((await readFile(file, 'utf8')).split('\r\n')).toHaveLength(lines + 2)
  const unwritable = await trefoil(['export', 'members', '--out', join(env.DATA_DIR, 'no', 'members.csv')], env)
  expect(unwritable).toMatchObject({ code: 1, stderr: expect.stringMatching(/^ENOENT.+$/) })
  expect(await trefoil(['verify'], env)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Every unit is explained.'),
  })
})

test('removes an operator at once, but never the last one', async () => {
  const env = await installation()
  const owner = new pg.Client({ connectionString: env.DATABASE_OWNER_URL })
  await owner.connect()
  onTestFinished(() => owner.end())
  const [olga, oscar] = ['olga.operator@example.org', 'oscar.operator@example.org']
  await owner.query(
    `insert into session (id, account_id, seed, expires_at)
      select gen_random_uuid(), id, '\\x00', now() + interval '1 day' from account where email = $1`,
    [oscar],
  )
  const remove = (...args: string[]) => trefoil(['remove-operator', ...args], env)
  const why = ['--why', 'Left the company']
  expect((await remove('--email', oscar)).code).toBe(2)
  expect(await remove('--email', 'ada.moreno@example.org', ...why)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('no operator or auditor'),
  })
  const removed = await remove('--email', oscar, ...why, '--json')
  expect([removed.code, JSON.parse(removed.stdout)]).toEqual([0, { email: oscar, was: 'operator', sessionsEnded: 1 }])
  const { rows } = await owner.query(
    `select role, action, why, operator_id, (select count(*)::int from session s where s.account_id = a.id
      and s.ended_at is null) as open from account a join audit_entry on audit_entry.member_id = a.id where email = $1`,
    [oscar],
  )
  expect(rows).toEqual([
    { role: 'former', action: 'operator.remove', why: 'Left the company', operator_id: null, open: 0 },
  ])
  expect((await remove('--email', oscar, ...why)).code).toBe(1)
  const last = await remove('--email', olga, ...why)
  expect(last).toMatchObject({ code: 1, stderr: expect.stringContaining('last operator') })
  expect((await remove('--email', 'anna.auditor@example.org', ...why)).stdout).toContain('auditor')
})

test('resets two-factor for operators and auditors, not for members', async () => {
  const env = await installation()
  const reset = (email: string, ...rest: string[]) =>
    trefoil(['reset-two-factor', '--email', email, '--why', 'Lost telephone, seen in person', ...rest], env)
  const done = await reset('olga.operator@example.org', '--json')
  expect([done.code, JSON.parse(done.stdout)]).toEqual([0, { email: 'olga.operator@example.org', sessionsEnded: 0 }])
  const [again, member] = await Promise.all([reset('olga.operator@example.org'), reset('ada.moreno@example.org')])
  expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('is not on') })
  expect(member).toMatchObject({ code: 1, stderr: expect.stringContaining('no operator or auditor') })
  const owner = new pg.Client({ connectionString: env.DATABASE_OWNER_URL })
  await owner.connect()
  onTestFinished(() => owner.end())
  const { rows } = await owner.query(
    `select totp_enabled_at, totp_box, action, kind from account a join audit_entry on audit_entry.member_id = a.id
      join mail_outbox on mail_outbox.account_id = a.id where email = 'olga.operator@example.org'`,
  )
  expect(rows).toEqual([
    { totp_enabled_at: null, totp_box: null, action: 'operator.reset_two_factor', kind: 'two-factor off' },
  ])
})

test('backs up and restores with JSON output, and refuses wrong input', async () => {
  const env = await installation()
  const folder = join(env.DATA_DIR, 'backup')
  const copied = JSON.parse((await trefoil(['backup', '--out', folder, '--plain', '--json'], env)).stdout)
  expect(copied).toMatchObject({ folder, rows: expect.any(Number) })
  const name = `test-${randomUUID()}`
  const owner = await createDatabase(inject('postgresUrl'), { name })
  const empty = { ...env, DATABASE_URL: asApplication(owner), DATABASE_OWNER_URL: owner }
  onTestFinished(() => dropDatabase(inject('postgresUrl'), name))
  const restored = await trefoil(['restore', '--from', folder, '--json'], empty)
  expect([restored.code, JSON.parse(restored.stdout)]).toEqual([0, { rows: copied.rows, violated: [] }])
  const again = await trefoil(['restore', '--from', folder, '--json'], empty)
  expect([again.code, JSON.parse(again.stderr).error]).toEqual([1, expect.stringContaining('not empty')])
})

test('only migrations and restores need the owner of the tables, and say so', async () => {
  const { DATABASE_OWNER_URL: owner, ...env } = await installation()
  const folder = join(env.DATA_DIR, 'backup')
  const [made, copied, migrated, restored] = await Promise.all([
    trefoil(['create-operator', '--email', 'new@example.org', '--name', 'New One'], env),
    trefoil(['backup', '--out', folder, '--plain'], env),
    trefoil(['migrate'], env),
    trefoil(['restore', '--from', folder], env),
  ])
  expect([made.code, copied.code]).toEqual([0, 0])
  const sentence = 'Set DATABASE_OWNER_URL: only the login that owns the tables can do this.'
  expect(migrated).toMatchObject({ code: 1, stderr: sentence })
  expect(restored.code).toBe(1)
  expect((await trefoil(['restore', '--from', folder], env)).stderr).toBe(sentence)
  const asOwner = await trefoil(['verify'], { ...env, DATABASE_URL: owner })
  expect(asOwner).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^DATABASE_URL logs in as "trefoil", which is/),
  })
})
