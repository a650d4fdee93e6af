import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { expect, inject, onTestFinished, test } from 'vitest'
import { startEmbedded } from '../db/embedded.ts'
import { migrate } from '../db/migrate.ts'
import { createDatabase, dropDatabase } from '../testing/databases.ts'
import { isLong } from '../testing/long-form.ts'
import { balancesOf } from '../testing/money.ts'
import { signIn } from '../testing/people.ts'
import { testSettings } from '../testing/settings.ts'
import { spawnServer } from '../testing/spawned.ts'
import { unpackVersion13 } from '../testing/version-13.ts'
import { visitor } from '../testing/visitor.ts'
import { readManifest, type Manifest } from './backup-manifest.ts'
import { listed, quoted } from './backup-tables.ts'
import { restore, restoreAsItWas } from './restore.ts'
import { verify } from './verify.ts'

/** Each test starts a database and a web server, on a machine that may be busy. */
const SLOW = { timeout: 300_000 }

/** What migrations after version 13 renamed ('table' or 'table.column'), and what they dropped on purpose (null). */
const SINCE: Record<string, string | null> = {
  purse: 'member_balance',
  duty: 'worker_status',
  stray_transfer: 'unmatched_transfer',
  act: 'audit_entry',
  outbox: 'demo_mail',
  'account.withdrawals_held_until': 'security_hold_until',
  // Only browser and system are kept of what a browser says of itself.
  'session.agent': null,
  // Staff's sessions end sooner.
  'session.expires_at': null,
  // Waiting notices became mails.
  notice: null,
  // Compared by itself: it is in columns of its own.
  'donation.division': null,
}

const nameNow = (path: string, name: string): string | null => {
  const now = SINCE[path]
  return now === undefined ? name : now
}

/** The sample member of the fixture's demo. */
const ADA = {
  privateKey: 'tf2g0rx4mzvbxshd4j2005z7bkncmk',
  passcode: 'a leaf of three for everyone',
  balances: { deposit_balance: 787.5, balance: 236.25, stage_balance: 60.6 },
  /** An address that received a deposit. */
  usedAddress: '0xF699D77D4159c70D645dAD9cF3E1e3161E15B96D',
}

async function unpacked(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'trefoil-upgrade-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await unpackVersion13(folder)
  return folder
}

async function connect(url: string): Promise<pg.Client> {
  // Backups have times in UTC.
  const client = new pg.Client({ connectionString: url, options: '-c timezone=UTC' })
  await client.connect()
  return client
}

/** How migrations since have rewritten rows. */
const REWRITTEN: Record<string, (row: string) => string> = {
  duty: (row) => row.replace(/^strays\t/, 'unmatched_transfers\t'),
}

type Difference = { lost: string[]; added: number }

/** By table: the backup's rows that are missing from the database, and the number of extra rows. */
async function compare(url: string, folder: string, { tables }: Manifest): Promise<Record<string, Difference>> {
  const client = await connect(url)
  const differences: Record<string, Difference> = {}
  for (const { name, columns } of tables) {
    const table = nameNow(name, name)
    if (table === null) continue
    const kept = columns.flatMap((column, index) => {
      const now = nameNow(`${name}.${column}`, column)
      return now === null ? [] : { index, now }
    })
    const list = listed(kept.map(({ now }) => now))
    const rows = (await text(client.query(copyTo(`copy ${quoted(table)} (${list}) to stdout`))))
      .split('\n')
      .slice(0, -1)
    const left = new Map<string, number>()
    for (const row of rows) left.set(row, (left.get(row) ?? 0) + 1)
    const lost: string[] = []
    const backedUp = (await readFile(join(folder, `${name}.copy`), 'utf8')).split('\n').slice(0, -1)
    for (const line of backedUp) {
      const fields = line.split('\t')
      const row = (REWRITTEN[name] ?? String)(kept.map(({ index }) => fields[index]).join('\t'))
      const count = left.get(row) ?? 0
      if (count === 0) lost.push(row)
      else left.set(row, count - 1)
    }
    const added = rows.length - (backedUp.length - lost.length)
    if (lost.length > 0 || added > 0) differences[name] = { lost, added }
  }
  await client.end()
  return differences
}

/** By journal. */
async function divisionsNow(url: string): Promise<Record<string, unknown>> {
  const client = await connect(url)
  const { rows } = await client.query<{ journal: string; division: unknown }>(
    'select journal_id as journal, division_of(donation) as division from donation',
  )
  await client.end()
  return Object.fromEntries(rows.map(({ journal, division }) => [journal, division]))
}

async function divisionsThen(folder: string, { tables }: Manifest): Promise<Record<string, unknown>> {
  const columns = tables.find(({ name }) => name === 'donation')?.columns ?? []
  const lines = (await readFile(join(folder, 'donation.copy'), 'utf8')).split('\n').slice(0, -1)
  const fields = lines.map((line) => line.split('\t'))
  expect(fields.length).toBeGreaterThan(10)
  const [journal, division] = [columns.indexOf('journal_id'), columns.indexOf('division')]
  return Object.fromEntries(fields.map((row) => [row[journal]!, JSON.parse(row[division]!)]))
}

async function versionIn(url: string): Promise<number | undefined> {
  const client = await connect(url)
  const { rows } = await client.query<{ version: number }>('select max(number) as version from migration')
  await client.end()
  return rows[0]?.version
}

async function countsIn(url: string): Promise<object> {
  const client = await connect(url)
  const { rows } = await client.query<object>(`
    select (select count(*)::int from member) as members, (select count(*)::int from account) as accounts,
      (select count(*)::int from journal) as journals`)
  await client.end()
  return rows[0] ?? {}
}

const COUNTS = { members: 32, accounts: 35, journals: 187 }

test(
  'a backup of version 13 restores into an empty database, and keeps every row and every invariant',
  SLOW,
  async () => {
    const folder = join(await unpacked(), 'backup')
    const name = `test-${randomUUID()}`
    const databaseUrl = await createDatabase(inject('postgresUrl'), { name })
    onTestFinished(() => dropDatabase(inject('postgresUrl'), name))
    const secret = (await readFile(join(folder, '..', 'secret'), 'utf8')).trim()
    const settings = testSettings({ databaseUrl, secret })

    const { rows, violated } = await restore(settings, folder)
    expect(violated).toEqual([])
    const manifest = await readManifest(folder)
    expect(manifest.version).toBe(13)
    expect(rows).toBe(manifest.tables.reduce((sum, table) => sum + table.rows, 0))
    // The restore itself is in the audit log. Nothing was ever booked on the account of fees.
    const { journal, activity, entry, ...differences } = await compare(databaseUrl, folder, manifest)
    // Notes about a referral say whom they name.
    expect(activity?.added).toBe(activity?.lost.length)
    for (const note of activity?.lost ?? []) expect(note).toContain('joined with your referral code')
    // Kept replies name nobody any more.
    expect(journal).toEqual({ lost: Array(4).fill(expect.stringContaining('"recipient":{"name"')), added: 4 })
    // What the cause has is the first cause's.
    expect(entry?.added).toBe(entry?.lost.length)
    for (const line of entry?.lost ?? []) expect(line).toMatch(/\t0\t\d+\tcause\tcause$/)
    expect(differences).toEqual({
      act: { lost: [], added: 1 },
      // What payout ids are derived from, and that addresses were issued which can be counted.
      installation: { lost: [], added: 2 },
      // Payouts of operations and of the cause are held.
      system_account: { lost: ['fees\t0\t0\tf'], added: 2 },
    })
    expect(await countsIn(databaseUrl)).toEqual(COUNTS)
    expect(await divisionsNow(databaseUrl)).toEqual(await divisionsThen(folder, manifest))
    const verdicts = await verify(settings)
    expect(verdicts.length).toBeGreaterThan(10)
    expect(verdicts.filter(({ violations }) => violations > 0)).toEqual([])
  },
)

test.runIf(isLong)('a data folder of version 13 starts in place, and continues where it was', SLOW, async () => {
  const dataDir = await unpacked()
  const folder = join(dataDir, 'backup')
  const old = await startEmbedded({ dataDir, log: () => {} })
  await restoreAsItWas(old.url, { folder, manifest: await readManifest(folder) })
  expect(await versionIn(old.url)).toBe(13)
  await old.stop()

  const server = await spawnServer(dataDir)
  onTestFinished(() => server.stop())
  const database = await startEmbedded({ dataDir, log: () => {} })
  onTestFinished(() => database.stop())
  expect((await visitor(server.url).get('/api/ready')).status).toBe(200)
  expect(await versionIn(database.url)).toBe(await migrate(database.url))
  // The demo is not seeded a second time, even if it has changed since.
  expect(await countsIn(database.url)).toEqual(COUNTS)

  const ada = visitor(server.url)
  await signIn(ada, ADA.privateKey, ADA.passcode)
  expect(await balancesOf(ada)).toMatchObject(ADA.balances)
  const { body } = await ada.get('/api/transactions/history?limit=100')
  const history = body.data.transactions as { type: string; amount: number; description: string }[]
  expect(history.map(({ type, amount, description }) => [type, amount, description.split(',')[0]])).toEqual([
    ['Deposit', 75, 'Credited to your impact balance'],
    ['Withdrawal', 10.25, 'Waiting for approval'],
    ['Withdrawal', 12, 'Refused'],
    ['Withdrawal', 18.5, 'Paid to your wallet'],
  ])

  const paid = await visitor(server.url).post('/api/demo/pay', { address: ADA.usedAddress, amount: 5 })
  expect(paid.status, JSON.stringify(paid.body)).toBe(200)
  await expect
    .poll(async () => (await balancesOf(ada)).deposit_balance, { timeout: 60_000, interval: 200 })
    .toBe(ADA.balances.deposit_balance + 5)
  expect(await countsIn(database.url)).toEqual({ ...COUNTS, journals: COUNTS.journals + 1 })
  const verdicts = await verify(testSettings({ dataDir }))
  expect(verdicts.filter(({ violations }) => violations > 0)).toEqual([])

  // That demo had minted: its journals have no evidence, and are told apart. Everything else is explained.
  const explained = async () => {
    const client = await connect(database.url)
    const { rows } = await client.query<object>(
      `select difference::text, unbooked::text, (figures ->> 'unproven')::numeric > 0 as minted, (
         select count(*)::int from reserve_account where recorded_from > history_from) as unread
       from reconciliation order by id desc limit 1`,
    )
    await client.end()
    return rows[0]
  }
  await expect
    .poll(explained, { timeout: 60_000, interval: 500 })
    .toEqual({ difference: '0', unbooked: '0', minted: true, unread: 0 })
})
