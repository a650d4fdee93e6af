import type pg from 'pg'

/** Which transactions a read that begins from now on can see, in PostgreSQL's notation: `xmin:xmax:xip,…`. */
export async function readSnapshot(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ snapshot: string }>({
    name: 'snapshot',
    text: 'select pg_current_snapshot()::text as snapshot',
  })
  const [row] = rows
  if (!row) throw new Error('The database answered without a snapshot')
  return row.snapshot
}
