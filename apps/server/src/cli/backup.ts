import { mkdir, readdir } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { to as copyTo, type CopyToStreamQuery } from 'pg-copy-streams'
import { readSettings, type Settings, type Variables } from '../env.ts'
import { secretIn } from '../members/secret.ts'
import { makeKeyring } from '../secrets/keyring.ts'
import { Misuse, StartError } from '../start-error.ts'
import { checkRecipients, PLAIN, writeBackupFile } from './backup-files.ts'
import { makeBackupKey } from './backup-keygen.ts'
import { tableFile, writeManifest, type Manifest } from './backup-manifest.ts'
import { listed, quoted, readTables } from './backup-tables.ts'
import { onClient } from './on-client.ts'
import { withDatabase } from './open.ts'

export const BACKUP_HELP = `  backup --out <folder>   Copy the whole database at one moment, while the server runs.
          Encrypted for the public key in BACKUP_RECIPIENTS or --recipient <age1…>, which may be repeated; --plain leaves
          it readable. It contains neither the secret nor the chain's keys: keep them elsewhere. --json prints JSON.
          Example: npm run trefoil -- backup --out backups/2026-01-31
  backup keygen --out <file>   Make the key that opens backups. Do this on another machine than the server, and keep
          the file there: the server needs only the public key, which is printed. --json prints JSON.
          Example: npm run trefoil -- backup keygen --out backup-key.txt
`

export async function backupCommand(args: string[], variables?: Variables): Promise<string> {
  const options = {
    json: { type: 'boolean' },
    out: { type: 'string' },
    recipient: { type: 'string', multiple: true },
    plain: { type: 'boolean' },
  } as const
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
  const [what, ...more] = positionals
  if (more.length > 0 || (what !== undefined && what !== 'keygen'))
    throw new Misuse(`There is no command "backup ${positionals.join(' ')}".\n\n${BACKUP_HELP}`)
  if (values.out === undefined) throw new Misuse(`Say where to: --out <${what ? 'file' : 'folder'}>.`)
  if (what === 'keygen') {
    const recipient = await makeBackupKey(values.out)
    if (values.json) return JSON.stringify({ file: values.out, recipient })
    return `The key is in ${values.out}: keep it off the server, and a copy of it. On the server, set BACKUP_RECIPIENTS=${recipient}`
  }
  const settings = readSettings(variables)
  const recipients = chooseRecipients(values, settings)
  const manifest = await backup(settings, values.out, recipients)
  const rows = manifest.tables.reduce((all, table) => all + table.rows, 0)
  const encrypted = recipients.length > 0
  if (values.json) return JSON.stringify({ folder: values.out, tables: manifest.tables.length, rows, encrypted })
  return `${rows} rows of ${manifest.tables.length} tables are in ${values.out}, ${encrypted ? 'encrypted' : 'NOT encrypted'}.`
}

type Chosen = { recipient?: string[] | undefined; plain?: boolean | undefined }

function chooseRecipients({ recipient = [], plain = false }: Chosen, settings: Settings): readonly string[] {
  if (plain && recipient.length > 0) throw new Misuse('A backup is either --plain or for a --recipient.')
  if (plain) return PLAIN
  const recipients = recipient.length > 0 ? recipient : settings.backupRecipients
  if (recipients.length === 0)
    throw new StartError(
      'Backups are encrypted, and there is no key to encrypt for: on another machine run `npm run trefoil -- backup keygen --out backup-key.txt` or `age-keygen`, then set BACKUP_RECIPIENTS here to the public key it prints (or say --plain).',
    )
  checkRecipients(recipients)
  return recipients
}

/** One snapshot for all tables. */
export async function backup(settings: Settings, folder: string, recipients: readonly string[]): Promise<Manifest> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if ((await readdir(folder)).length > 0) throw new StartError(`The folder ${folder} is not empty.`)
  const keyring = makeKeyring(settings.secret ?? (await secretIn(settings.dataDir)))
  return withDatabase(settings, ({ url }) =>
    onClient(url, async (client) => {
      await client.query('begin isolation level repeatable read read only')
      const { rows } = await client.query<{ version: number }>('select max(number) as version from migration')
      const copied: (Omit<Manifest['tables'][number], 'rows'> & { reading: CopyToStreamQuery })[] = []
      for (const { name, columns } of await readTables(client)) {
        const reading = client.query(copyTo(`copy ${quoted(name)} (${listed(columns)}) to stdout`))
        const sum = await writeBackupFile(reading, tableFile(folder, name), recipients)
        copied.push({ name, columns, reading, ...sum })
      }
      await client.query('commit')
      // Only now: a copy may end before the database has said how many rows it had.
      const tables = copied.map(({ reading, ...table }) => ({ ...table, rows: reading.rowCount }))
      const version = rows[0]?.version ?? 0
      const manifest: Manifest = { format: 1, version, created_at: new Date().toISOString(), tables }
      await writeManifest(folder, manifest, { keyring, recipients })
      return manifest
    }),
  )
}
