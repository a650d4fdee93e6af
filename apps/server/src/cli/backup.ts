import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { to as copyTo, type CopyToStreamQuery } from 'pg-copy-streams'
import { readSettings, type Settings } from '../env.ts'
import { Misuse, StartError } from '../start-error.ts'
import { listed, quoted, readTables } from './backup-tables.ts'
import { withDatabase } from './open.ts'

export const BACKUP_HELP = `  backup --out <folder>   Copy the whole database at one moment, while the server runs.
          It contains neither the secret nor the chain's keys: keep them elsewhere. --json prints JSON.
          Example: npm run trefoil -- backup --out backups/2026-01-31
`

export const MANIFEST = 'manifest.json'

export type Manifest = {
  format: 1
  /** The number of the database's last migration. */
  version: number
  created_at: string
  tables: { name: string; columns: string[]; rows: number; bytes: number; sha256: string }[]
}

export async function backupCommand(args: string[]): Promise<string> {
  const { values } = parseArgs({ args, options: { json: { type: 'boolean' }, out: { type: 'string' } } })
  if (values.out === undefined) throw new Misuse('Say where to: --out <folder>.')
  const manifest = await backup(readSettings(), values.out)
  const rows = manifest.tables.reduce((all, table) => all + table.rows, 0)
  if (values.json) return JSON.stringify({ folder: values.out, tables: manifest.tables.length, rows })
  return `${rows} rows of ${manifest.tables.length} tables are in ${values.out}.`
}

/** One snapshot for all tables. The manifest is written last: a folder without one is not a backup. */
export async function backup(settings: Settings, folder: string): Promise<Manifest> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if ((await readdir(folder)).length > 0) throw new StartError(`The folder ${folder} is not empty.`)
  return withDatabase(settings, async ({ ownerUrl }) => {
    const client = new pg.Client({ connectionString: ownerUrl, application_name: 'command line' })
    await client.connect()
    try {
      await client.query('begin isolation level repeatable read read only')
      const { rows } = await client.query<{ version: number }>('select max(number) as version from migration')
      const copied: (Omit<Manifest['tables'][number], 'rows'> & { reading: CopyToStreamQuery })[] = []
      for (const { name, columns } of await readTables(client)) {
        const file = join(folder, `${name}.copy`)
        const reading = client.query(copyTo(`copy ${quoted(name)} (${listed(columns)}) to stdout`))
        await pipeline(reading, createWriteStream(file, { mode: 0o600 }))
        copied.push({ name, columns, reading, ...(await sumOf(file)) })
      }
      await client.query('commit')
      // Only now: a copy may end before the database has said how many rows it had.
      const tables = copied.map(({ reading, ...table }) => ({ ...table, rows: reading.rowCount }))
      const version = rows[0]?.version ?? 0
      const manifest: Manifest = { format: 1, version, created_at: new Date().toISOString(), tables }
      await writeFile(join(folder, MANIFEST), JSON.stringify(manifest, null, 2), { mode: 0o600 })
      return manifest
    } finally {
      await client.end()
    }
  })
}

export async function sumOf(file: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    hash.update(chunk)
    bytes += chunk.length
  }
  return { bytes, sha256: hash.digest('hex') }
}
