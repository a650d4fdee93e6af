import type pg from 'pg'
import { createBatchLoader } from './batch-loader.ts'

/** How far the write-ahead log has come, in bytes. All that was committed until then is at or below it. */
export type Position = bigint

/** Where the log is written, rather than where it is safe: some commits can be seen before they are. */
const NOW = `select (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::text as position`

/** Null: this server is no replica. */
export const REPLAYED = `select (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::text as position`

/** The primary's, asked after the call: whoever asks while another question is under way shares the next one. */
export function positionsOf(primary: pg.Pool): () => Promise<Position> {
  const ask = createBatchLoader<Position>(async ([key = '']) => {
    const { rows } = await primary.query<{ position: string }>({ name: 'position', text: NOW })
    return new Map(rows.map(({ position }) => [key, BigInt(position)]))
  })
  return async () => {
    const position = await ask('now')
    if (position === undefined) throw new Error('The database answered without a position')
    return position
  }
}

export const later = (one: Position, other: Position): Position => (one > other ? one : other)
