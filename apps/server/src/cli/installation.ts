import type pg from 'pg'
import { missingVersion } from '../members/secret.ts'
import { makeKeyring } from '../secrets/keyring.ts'
import { StartError } from '../start-error.ts'

/** `secret`: its fingerprint, from the first start on. */
export type Installation = { id: string | undefined; secret: string | undefined }

/** Whose this database is; nothing where it was never migrated or started. */
export async function readInstallation(client: pg.Client): Promise<Installation> {
  const { rows: tables } = await client.query(`select to_regclass('public.installation') as found`)
  if (tables[0]?.found === null) return { id: undefined, secret: undefined }
  const { rows } = await client.query<{ key: string; value: Record<string, string> }>(
    `select key, value from installation where key in ('id', 'secret')`,
  )
  const valueOf = (key: string) => rows.find((row) => row.key === key)?.value
  return { id: valueOf('id')?.['id'], secret: valueOf('secret')?.['fingerprint'] }
}

type Meeting = { own: Installation; restored: pg.Client; secret: string | undefined }

/** A database that a server was started on belongs to that installation, however empty it is. */
export async function refuseAnother({ own, restored: client, secret }: Meeting): Promise<void> {
  const restored = await readInstallation(client)
  if (own.secret !== undefined && (own.id !== restored.id || own.secret !== restored.secret))
    throw new StartError('This database belongs to another installation than the backup: restore into a new one.')
  if (secret === undefined || restored.secret === undefined) return
  if ((await missingVersion((statement) => client.query(statement), makeKeyring(secret))) !== undefined)
    throw new StartError('The backup is of an installation with another secret: set the TREFOIL_SECRET that it had.')
}
