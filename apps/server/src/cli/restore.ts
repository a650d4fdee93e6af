import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { migrate } from '../db/migrate.ts'
import { readSettings, type Settings, type Variables } from '../env.ts'
import { verifyInvariants } from '../ledger/verify.ts'
import { Misuse, StartError } from '../start-error.ts'
import { makeKeyring } from '../secrets/keyring.ts'
import { openBackupFile, readIdentities } from './backup-files.ts'
import { readManifest, tableFile, type Manifest } from './backup-manifest.ts'
import { listed, quoted, readTables } from './backup-tables.ts'
import { readInstallation, refuseAnother } from './installation.ts'
import { onClient } from './on-client.ts'
import { withDatabase } from './open.ts'
import { DONE, VIOLATED, type Output } from './output.ts'
import { beginRecoveryOfRestored, markRestored } from './restored-mark.ts'
import { refuseWhileRunning } from './running-servers.ts'
import { COMMAND_LINE } from './staff.ts'

export const RESTORE_HELP = `  restore --from <folder>   Fill an empty database from a backup, and verify it.
          --identity <file> has the key of an encrypted backup; delete it from this machine afterwards.
          It is then in recovery: payouts are paused until two operators end it in the console.
          Needs DATABASE_OWNER_URL, the login that owns the tables.
          Refused if the database is not empty, or a server is running on it. --json prints JSON.
          Exits with 3 if an invariant is violated afterwards.
          Example: DATABASE_URL=… DATABASE_OWNER_URL=… npm run trefoil -- restore --from backups/2026-01-31 \\
            --identity backup-key.txt
`

export async function restoreCommand(args: string[], variables?: Variables): Promise<Output> {
  const options = { json: { type: 'boolean' }, from: { type: 'string' }, identity: { type: 'string' } } as const
  const { values } = parseArgs({ args, options })
  if (values.from === undefined) throw new Misuse('Say from where: --from <folder>.')
  const settings = readSettings(variables)
  const identities = values.identity === undefined ? [] : await readIdentities(values.identity)
  const { rows, violated } = await restore(settings, values.from, identities)
  const code = violated.length === 0 ? DONE : VIOLATED
  if (values.json) return { code, text: JSON.stringify({ rows, violated }) }
  const verdict = violated.length === 0 ? 'Every invariant holds.' : `VIOLATED: ${violated.join('; ')}`
  const next = 'Payouts are paused until two operators end the recovery in the console.'
  return { code, text: `${rows} rows were restored. ${verdict} ${next}` }
}

/** All or nothing. Restores at the backup's version, then migrates to this program's. */
export async function restore(
  settings: Settings,
  folder: string,
  identities: readonly string[] = [],
): Promise<{ rows: number; violated: string[] }> {
  const keyring = settings.secret === undefined ? undefined : makeKeyring(settings.secret)
  const manifest = await readManifest(folder, { identities, keyring })
  const why = `Restored from the backup of ${manifest.created_at.slice(0, 16).replace('T', ' ')} UTC`
  return withDatabase(settings, async (opened) => {
    const { db, act, bringUpToDate } = opened
    const ownerUrl = opened.ownerUrl()
    const own = await onClient(ownerUrl, readInstallation)
    const rows = await restoreAsItWas(ownerUrl, { folder, manifest, identities }, async (client) => {
      await refuseAnother({ own, restored: client, secret: settings.secret })
      await markRestored(client, why)
    })
    await bringUpToDate()
    await onClient(ownerUrl, (client) => beginRecoveryOfRestored(client, why))
    // In a transaction of its own, because the audit log itself was restored.
    await act({ ...COMMAND_LINE, action: 'backup.restore', why, details: { rows } }, async () => {})
    const verdicts = await verifyInvariants(db, { atOnce: 2 })
    return { rows, violated: verdicts.filter(({ violations }) => violations > 0).map(({ name }) => name) }
  })
}

type Backup = { folder: string; manifest: Manifest; identities?: readonly string[] }

/** The last step of the transaction that fills the database. */
type Finish = (client: pg.Client) => Promise<void>

/** Leaves the database at the backup's version. Returns the number of rows. */
export async function restoreAsItWas(
  ownerUrl: string,
  backup: Backup,
  finish: Finish = async () => {},
): Promise<number> {
  const { manifest } = backup
  await refuseWhileRunning(ownerUrl)
  await onClient(ownerUrl, refuseUnlessEmpty)
  const version = await migrate(ownerUrl, { upTo: manifest.version })
  if (version !== manifest.version)
    throw new StartError(
      version < manifest.version
        ? `The backup is of version ${manifest.version}, but this program only knows ${version}: use the newer program.`
        : `The database is at version ${version}, but the backup is of ${manifest.version}: restore into a new one.`,
    )
  return onClient(ownerUrl, (client) => fill(client, backup, finish))
}

async function refuseUnlessEmpty(client: pg.Client): Promise<void> {
  const { rows: tables } = await client.query<{ name: string }>(`
    select relname::text as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname in ('account', 'journal')`)
  for (const { name } of tables) {
    const { rowCount } = await client.query(`select 1 from ${quoted(name)} limit 1`)
    if (rowCount) throw new StartError('This database is not empty: restore into a new one.')
  }
}

/** Without our own triggers: what they would write is already in the backup. References are still checked. */
async function fill(client: pg.Client, backup: Backup, finish: Finish): Promise<number> {
  const { folder, manifest, identities = [] } = backup
  const known = await readTables(client)
  const names = known.map(({ name }) => name)
  const missing = manifest.tables.filter(({ name }) => !names.includes(name))
  if (missing.length > 0)
    throw new StartError(`The backup has a table that this program does not know: ${missing[0]?.name}.`)
  await client.query('begin')
  for (const name of names) await client.query(`alter table ${quoted(name)} disable trigger user`)
  await client.query(`truncate ${listed(names)}`)
  let rows = 0
  for (const { name, columns, bytes, rows: expected } of manifest.tables) {
    const writing = client.query(copyFrom(`copy ${quoted(name)} (${listed(columns)}) from stdin`))
    const content = bytes === 0 ? Readable.from([]) : await openBackupFile(tableFile(folder, name), identities)
    await pipeline(content, writing)
    if (writing.rowCount !== expected)
      throw new StartError(`${name} has ${writing.rowCount} rows instead of ${expected}: nothing was restored.`)
    rows += expected
  }
  await advanceIdentities(client)
  // Checks the deferred references now.
  await client.query('set constraints all immediate')
  for (const name of names) await client.query(`alter table ${quoted(name)} enable trigger user`)
  await finish(client)
  await client.query('commit')
  return rows
}

/** Moves the identity columns past the restored ids. */
async function advanceIdentities(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ table: string; column: string }>(`
    select c.relname::text as table, a.attname::text as column from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attidentity <> ''`)
  for (const { table, column } of rows)
    await client.query(
      `select setval(pg_get_serial_sequence($1, $2), coalesce(max(${quoted(column)}), 0) + 1, false) from ${quoted(table)}`,
      [quoted(table), column],
    )
}
