import { HASHED_COLUMNS, SEALED_COLUMNS, SEALED_FACTS } from './stored.ts'
import { readStamp, versionIn, type VersionId } from './version.ts'

/** A query, on whichever kind of connection. */
export type Ask = (statement: string) => Promise<{ rows: unknown[] }>

type Column = { table: string; column: string; live?: string }

/** Values of a column, of each version. */
export async function versionsIn(ask: Ask, column: Column): Promise<VersionId[]> {
  const version = versionIn(column.column)
  const first = (more: string) =>
    `select ${version} from ${column.table} where ${liveIn(column)} ${more} order by 1 limit 1`
  // From one version to the next by the index: the number of rows does not matter.
  const { rows } = await ask(`
    with recursive held (version) as (
      (${first('')})
      union all
      select (${first(`and ${version} > held.version`)}) from held where held.version is not null
    )
    select encode(version, 'hex') as version from held where version is not null`)
  return (rows as { version: VersionId }[]).map(({ version: id }) => id)
}

export const liveIn = ({ column, live = 'true' }: Column): string => `${column} is not null and (${live})`

/** The versions without which something in this database is lost. What runs out soon does not count. */
export async function heldVersions(ask: Ask): Promise<Set<VersionId>> {
  const held = new Set<VersionId>()
  const known = await binaryColumns(ask)
  const columns = [...SEALED_COLUMNS, ...HASHED_COLUMNS.filter(({ until }) => until === undefined)]
  for (const column of columns.filter(({ table, column: name }) => known.has(`${table}.${name}`)))
    for (const version of await versionsIn(ask, column)) held.add(version)
  for (const { box } of await sealedFacts(ask)) held.add(readStamp(box).version)
  return held
}

/** A restored database may be of a version that lacks some. */
export async function binaryColumns(ask: Ask): Promise<Set<string>> {
  const { rows } = await ask(`
    select c.relname || '.' || a.attname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
      and a.atttypid in ('bytea'::regtype, 'bytea[]'::regtype)`)
  return new Set((rows as { name: string }[]).map(({ name }) => name))
}

export async function sealedFacts(ask: Ask): Promise<{ fact: string; box: Buffer }[]> {
  const names = SEALED_FACTS.map(({ fact }) => `'${fact}'`)
  const { rows } = await ask(
    `select key as fact, value ->> 'box' as box from installation where key in (${names.join()}) and value ? 'box'`,
  )
  return (rows as { fact: string; box: string }[]).map(({ fact, box }) => ({ fact, box: Buffer.from(box, 'base64') }))
}
