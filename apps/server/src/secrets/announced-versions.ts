import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import type { Keyring, SecretVersion } from './keyring.ts'

/** A connection that every server keeps. Its name says which versions of the secret the server was given, in order. */
const PREFIX = 'trefoil news'

/** PostgreSQL keeps 63 characters of a name. */
const shortened = ({ id }: SecretVersion): string => id.slice(0, 8)

export const announcedName = (versions: readonly SecretVersion[]): string =>
  [PREFIX, ...versions.map(shortened)].join(' ')

/** Servers that would not read what is sealed under the first version, or that go on sealing under another one. */
export async function countOutdatedServers(db: Database, { versions }: Keyring): Promise<number> {
  const upToDate = announcedName(versions.slice(0, 1))
  const { rows } = await sql<{ servers: number }>`
    select count(*)::int as servers from pg_stat_activity
    where datname = current_database() and application_name like ${`${PREFIX}%`}
      and application_name <> ${upToDate} and application_name not like ${`${upToDate} %`}`.execute(db)
  return rows[0]?.servers ?? 0
}
