import type pg from 'pg'
import { closeClient, openClient } from '../db/connection.ts'
import { LOCKS } from '../db/database.ts'
import { StartError } from '../start-error.ts'
import { closePast } from './past-clock.ts'
import { DEMO_DOMAIN } from './people.ts'

export const DEMO_BEGUN = 'demo seeding'
export const DEMO_FACTS = 'demo'

/** Exclusive use of an empty database until it is filled. */
export type Seeding = {
  owner: pg.Client
  /** Marks the demo as complete and removes its clock, in one transaction. */
  finish(facts: object): Promise<void>
  /** Releases the lock; an unfinished seed is then tried again. */
  leave(): Promise<void>
}

/**
 * `undefined` if there is nothing to do. One process seeds at a time, and others wait here until it is done. What a
 * killed process left behind is removed: nobody has seen it, because no server was ready.
 */
export async function beginSeeding(ownerUrl: string | undefined): Promise<Seeding | undefined> {
  if (ownerUrl === undefined)
    throw new StartError('The demo has to be filled first: start it once with DATABASE_OWNER_URL.')
  const owner = await openClient(ownerUrl, { name: 'trefoil demo' })
  const leave = () => closeClient(owner)
  try {
    if (await isDone(owner)) {
      await leave()
      return undefined
    }
    await owner.query('select pg_advisory_lock($1, $2)', [LOCKS.space, LOCKS.seed])
    if (await isDone(owner)) {
      await leave()
      return undefined
    }
    await refuseOthers(owner)
    await clearHalf(owner)
    await noteBegin(owner)
  } catch (error) {
    await leave()
    throw error
  }
  return { owner, leave, finish: (facts) => finish(owner, facts) }
}

async function isDone(owner: pg.Client): Promise<boolean> {
  const { rowCount } = await owner.query('select from installation where key = $1', [DEMO_FACTS])
  return rowCount === 1
}

/** Before anything is written: a production database started without NODE_ENV=production must not be touched. */
async function refuseOthers(owner: pg.Client): Promise<void> {
  const mark = await readMark(owner)
  const { rows } = await owner.query<{ accounts: boolean; others: boolean; version: number }>(
    `select exists (select from account) as accounts,
      exists (select from account where email not like '%@' || $1) as others,
      (select max(number) from migration) as version`,
    [DEMO_DOMAIN],
  )
  const { accounts = true, others = true, version } = rows[0] ?? {}
  if (others || (accounts && !mark))
    throw new StartError('This database is not a demo: set NODE_ENV=production, or start on an empty database.')
  if (mark && mark.version !== version)
    throw new StartError('An older version has begun a demo here: delete the data folder, or use an empty database.')
}

type Mark = { version: number; before: Record<string, unknown> }

async function readMark(owner: pg.Client): Promise<Mark | undefined> {
  const { rows } = await owner.query<{ value: Mark }>('select value from installation where key = $1', [DEMO_BEGUN])
  return rows[0]?.value
}

/** Only the application's tables are granted to its role. */
const OUR_TABLES = `select relname::text as name from pg_class where relnamespace = 'public'::regnamespace
  and relkind = 'r' and relname <> 'migration' and has_table_privilege('trefoil_app', oid, 'select') order by relname`

/** Together with the rows that migrations have inserted, so that they can be restored. */
async function noteBegin(owner: pg.Client): Promise<void> {
  const before: Record<string, unknown> = {}
  for (const table of await tables(owner)) {
    const { rows } = await owner.query<{ all: unknown }>(`select json_agg(line) as all from ${quoted(table)} line`)
    if (rows[0]?.all) before[table] = rows[0].all
  }
  await owner.query(
    `insert into installation (key, value)
      select $1, jsonb_build_object('version', max(number), 'before', $2::jsonb) from migration`,
    [DEMO_BEGUN, JSON.stringify(before)],
  )
}

async function clearHalf(owner: pg.Client): Promise<void> {
  const mark = await readMark(owner)
  if (!mark) return
  const names = (await tables(owner)).map(quoted)
  await owner.query('begin')
  await closePast(owner)
  // Some tables are append-only, but nobody has ever used this data.
  for (const name of names) await owner.query(`alter table ${name} disable trigger user`)
  await owner.query(`truncate ${names.join(', ')} restart identity`)
  for (const [table, lines] of Object.entries(mark.before))
    await owner.query(
      `insert into ${quoted(table)} select * from json_populate_recordset(null::${quoted(table)}, $1)`,
      [JSON.stringify(lines)],
    )
  // Its first row came from a migration.
  await owner.query(`select setval(pg_get_serial_sequence('cause', 'id'), max(id)) from cause`)
  for (const name of names) await owner.query(`alter table ${name} enable trigger user`)
  await owner.query('commit')
}

async function finish(owner: pg.Client, facts: object): Promise<void> {
  await owner.query('begin')
  await closePast(owner)
  await owner.query('delete from installation where key = $1', [DEMO_BEGUN])
  await owner.query('insert into installation (key, value) values ($1, $2)', [DEMO_FACTS, JSON.stringify(facts)])
  await owner.query('commit')
}

const tables = async (owner: pg.Client): Promise<string[]> =>
  (await owner.query<{ name: string }>(OUR_TABLES)).rows.map(({ name }) => name)

const quoted = (name: string): string => `"${name}"`
