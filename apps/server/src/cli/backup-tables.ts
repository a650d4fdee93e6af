import type pg from 'pg'

export type Table = { name: string; columns: string[] }

/**
 * Every table with its stored columns, referenced tables first. Without unlogged ones: what they say is true of running
 * processes only, and a copy of the database must not reach them.
 */
export async function readTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table & { needs: string[] }>(`
    select c.relname::text as name,
      array(select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
      array(select distinct k.confrelid::regclass::text from pg_constraint k
        where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as needs
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relpersistence = 'p' and c.relname <> 'migration'
    order by c.relname`)
  const ordered: Table[] = []
  const waiting = new Map(rows.map((row) => [row.name, row]))
  while (waiting.size > 0) {
    const next = [...waiting.values()].find(({ needs }) => needs.every((need) => !waiting.has(need)))
    if (!next) throw new Error(`Tables reference one another in a circle: ${[...waiting.keys()].join(', ')}`)
    waiting.delete(next.name)
    ordered.push({ name: next.name, columns: next.columns })
  }
  return ordered
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

export const listed = (columns: readonly string[]): string => columns.map(quoted).join(', ')
