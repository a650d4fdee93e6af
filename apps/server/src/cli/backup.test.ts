import { appendFile, readFile, rm, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { migrate } from '../db/migrate.ts'
import { donation, donationOrder } from '../donations/donate.ts'
import { openLedger } from '../ledger/batch.ts'
import { copyOfPattern, emptyFolder, settingsOfAnother } from '../testing/backup-folder.ts'
import { donate, fundedMember } from '../testing/money.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { testSettings } from '../testing/settings.ts'
import { until } from '../testing/until.ts'
import { backup } from './backup.ts'
import { PLAIN } from './backup-files.ts'
import { onClient } from './on-client.ts'
import { restore } from './restore.ts'
import { verify } from './verify.ts'

/** One test starts a server and two databases, on a machine that may be busy. */
const SLOW = { timeout: 300_000 }

/** Tables that the running server keeps writing, or that the restore adds to. */
const MOVES_ON = [
  'migration',
  'worker_status',
  'audit_entry',
  'scan',
  'scan_block',
  'reconciliation',
  'installation',
  'recovery',
  'ledger_state',
  'mail_outbox',
  'email_verification',
  'demo_mail',
  'report_progress',
  'inbox_progress',
  'team_donation_month',
  'cause_donor',
  'cause_count',
  'proof_log',
  'proof_log_key',
  'proof_log_progress',
  'proof_log_run',
  'proof_log_salt',
  'proof_log_tile',
]

async function countsOf(url: string): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ name: string }>(
    `select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
      and relpersistence = 'p' and relname <> all ($1) order by 1`,
    [MOVES_ON],
  )
  const counts: Record<string, string> = {}
  for (const { name } of rows) {
    const { rows: found } = await client.query(
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, ',' order by t::text)), '') as sum from "${name}" t`,
    )
    counts[name] = found[0].sum
  }
  await client.end()
  return counts
}

async function opensNewLog(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ restored: boolean }>('select was_restored as restored from proof_log_progress')
  await client.end()
  return rows[0]!.restored
}

/** A server begins one by itself. Once it is on the chain, nothing is under way that would change rows. */
const firstEpoch = (server: TestServer): Promise<void> =>
  until(async () => {
    const { rows } = await server.database.query(`select from epoch where state = 'anchored'`)
    return rows.length > 0
  })

test(
  'backup → restore → verify: the same rows, every invariant holds, and the ledger continues from there',
  SLOW,
  async () => {
    const server = await startTestServer({}, { countsDaily: true })
    const member = await fundedMember(server, 100)
    await donate(member.visitor, 50)
    await firstEpoch(server)
    const folder = await emptyFolder()
    // While the server is running.
    const manifest = await backup(server.settings, folder, PLAIN)
    expect(manifest.tables.find(({ name }) => name === 'journal')?.rows).toBeGreaterThan(10)

    const settings = await settingsOfAnother(server.settings)
    const { rows, violated } = await restore(settings, folder)
    expect(violated).toEqual([])
    expect(rows).toBe(manifest.tables.reduce((all, table) => all + table.rows, 0))
    const verdicts = await verify(settings)
    expect(verdicts.length).toBeGreaterThan(10)
    expect(verdicts.filter(({ violations }) => violations > 0)).toEqual([])
    expect(await countsOf(settings.databaseUrl)).toEqual(await countsOf(server.settings.databaseUrl ?? ''))
    expect(await opensNewLog(settings.databaseUrl)).toBe(true)

    const ledger = openLedger(settings.databaseUrl)
    const give = () => ledger.post(donation, donationOrder(member.id, { amount: 50 }))
    // Members may have been paid since, which only the payout worker finds out.
    await expect(give()).rejects.toMatchObject({ detail: { name: 'records_being_restored' } })
    await onClient(settings.databaseOwnerUrl ?? '', (client) =>
      client.query('update recovery set until_block = 0, read_at = now()'),
    )
    await give()
    await ledger.stop()
    expect((await verify(settings)).filter(({ violations }) => violations > 0)).toEqual([])

    await expect(restore(server.settings, folder)).rejects.toThrow(/server is running/)
    await expect(restore(settings, folder)).rejects.toThrow(/not empty/)
  },
)

/** Nobody needs to run on what is backed up. */
async function plainBackup() {
  const settings = testSettings({ databaseUrl: await copyOfPattern() })
  const folder = await emptyFolder()
  await backup(settings, folder, PLAIN)
  return { settings, folder }
}

test('a damaged backup, or one without its manifest, is refused before anything changes', async () => {
  const { settings: backedUp, folder } = await plainBackup()
  await expect(backup(backedUp, folder, PLAIN)).rejects.toThrow(/not empty/)
  await appendFile(join(folder, 'account.copy'), 'x')
  const settings = await settingsOfAnother(backedUp)
  await expect(restore(settings, folder)).rejects.toThrow(/damaged: account/)
  await truncate(join(folder, 'manifest.json'), 100)
  await expect(restore(settings, folder)).rejects.toThrow(/cut short/)
  await rm(join(folder, 'manifest.json'))
  await expect(restore(settings, folder)).rejects.toThrow(/no backup/)
  expect(await countsOf(settings.databaseUrl)).toEqual({})
  expect(await readFile(join(folder, 'journal.copy'), 'utf8')).toContain('\t')
})

test('a backup of another installation is refused, and nothing is changed', async () => {
  const { settings: backedUp, folder } = await plainBackup()
  const settings = await settingsOfAnother(backedUp)
  await expect(restore({ ...settings, secret: 'another secret' }, folder)).rejects.toThrow(/another secret/)
  // A server was started on this one, though nobody has signed up.
  await migrate(settings.databaseOwnerUrl)
  const client = new pg.Client({ connectionString: settings.databaseOwnerUrl })
  await client.connect()
  await client.query(`insert into installation values ('secret', '{"fingerprint": "its own"}')`)
  await expect(restore(settings, folder)).rejects.toThrow(/another installation/)
  const { rows } = await client.query(`select (select count(*)::int from account) as accounts,
    (select value ->> 'fingerprint' from installation where key = 'secret') as secret`)
  await client.end()
  expect(rows).toEqual([{ accounts: 0, secret: 'its own' }])
})
