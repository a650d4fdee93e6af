import { readdir, readFile } from 'node:fs/promises'
import type pg from 'pg'
import { StartError } from '../start-error.ts'
import { closeClient, openClient } from './connection.ts'
import { APPLICATION, LOCKS } from './database.ts'
import { refuseReadOnly } from './fitness.ts'

const FOLDER = new URL('../../migrations/', import.meta.url)
const POSTGRES_VERSION_MIN = 15
const INSUFFICIENT_PRIVILEGE = '42501'

/**
 * Brings the database to this program's version, or only as far as `upTo`. Several processes may call it at once: the
 * first does the work. Returns the resulting version.
 */
export async function migrate(ownerUrl: string, { upTo }: { upTo?: number } = {}): Promise<number> {
  const client = await openClient(ownerUrl, { name: 'trefoil migrate' }).catch((error: Error) => {
    throw new StartError(`Cannot connect to the database as its owner: ${error.message}.`)
  })
  try {
    await refuseOldServer(client)
    await refuseReadOnly(client)
    await client.query('select pg_advisory_lock($1, $2)', [LOCKS.space, LOCKS.migration])
    await prepare(client)
    const known = await readMigrations()
    const { rows } = await client.query<{ number: number }>('select number from migration order by number')
    const newest = rows.at(-1)?.number ?? 0
    refuseNewer(newest, known.length)
    for (const migration of known.slice(newest, upTo)) await apply(client, migration)
    return Math.max(newest, Math.min(known.length, upTo ?? known.length))
  } finally {
    await closeClient(client)
  }
}

/** As the application, which cannot migrate. Returns the version. */
export async function refuseOtherVersion(client: pg.Client): Promise<number> {
  const { rows: tables } = await client.query<{ readable: boolean | null }>(
    `select has_table_privilege(to_regclass('public.migration'), 'select') as readable`,
  )
  const readable = tables[0]?.readable ?? null
  if (readable === false) throw new StartError(`DATABASE_URL may not read the tables: let it log in as ${APPLICATION}.`)
  const query = 'select coalesce(max(number), 0) as newest from migration'
  const newest = readable === null ? 0 : ((await client.query<{ newest: number }>(query)).rows[0]?.newest ?? 0)
  const { length: known } = await readMigrations()
  refuseNewer(newest, known)
  const state = newest === 0 ? 'is empty' : `is at version ${newest}, and this program needs ${known}`
  if (newest < known)
    throw new StartError(`The database ${state}: run \`npm run trefoil -- migrate\` with DATABASE_OWNER_URL.`)
  return newest
}

function refuseNewer(newest: number, known: number): void {
  if (newest > known)
    throw new StartError(
      `The database is of a newer version (${newest}) than this program (${known}): start the newer program.`,
    )
}

type Migration = { number: number; name: string; sql: string }

async function readMigrations(): Promise<Migration[]> {
  const files = (await readdir(FOLDER)).filter((file) => file.endsWith('.sql')).toSorted()
  return Promise.all(
    files.map(async (file, index) => {
      const number = Number(file.slice(0, 4))
      if (number !== index + 1) throw new Error(`Migration ${file} should be number ${index + 1}`)
      return { number, name: file, sql: await readFile(new URL(file, FOLDER), 'utf8') }
    }),
  )
}

async function apply(client: pg.Client, { number, name, sql }: Migration): Promise<void> {
  await client.query('begin')
  try {
    await client.query(sql)
    await client.query('insert into migration (number, name) values ($1, $2)', [number, name])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`Migration ${name} failed`, { cause: error })
  }
}

async function refuseOldServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: number }>(
    `select current_setting('server_version_num')::int as version`,
  )
  const major = Math.floor((rows[0]?.version ?? 0) / 10_000)
  if (major < POSTGRES_VERSION_MIN)
    throw new StartError(`PostgreSQL ${POSTGRES_VERSION_MIN} or newer is needed; this database is ${major}.`)
}

/**
 * Creates the application's role, where nobody has given it a login yet, and the table of applied migrations. Roles
 * belong to the whole server, where another database's migration may be creating it at the same moment.
 */
async function prepare(client: pg.Client): Promise<void> {
  const creating = client.query(`
    do $$ begin
      if not exists (select from pg_roles where rolname = 'trefoil_app') then create role trefoil_app nologin; end if;
    exception when duplicate_object or unique_violation then null;
    end $$`)
  await creating.catch((error: Error & { code?: string }) => {
    if (error.code !== INSUFFICIENT_PRIVILEGE) throw error
    throw new StartError(`There is no role ${APPLICATION}: create it first (docs/deploying.md shows how).`)
  })
  await client.query(`
    create table if not exists migration (
      number int primary key,
      name text not null,
      applied_at timestamptz not null default now()
    );
    grant usage on schema public to trefoil_app;
    grant select on migration to trefoil_app;
  `)
}
