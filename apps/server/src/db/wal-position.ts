import type pg from 'pg'
import { createBatchLoader } from './batch-loader.ts'

/**
 * How far the write-ahead log has come, in bytes. All that was committed until then is at or below it. After a failover
 * another timeline begins, where the same figure means something else.
 */
export type Position = { readonly timeline: number; readonly at: bigint }

type Row = { timeline: number | null; at: string | null }

/** Before everything. */
export const BEGINNING: Position = { timeline: 0, at: 0n }

/** Where the log is written, rather than where it is safe: some commits can be seen before they are. */
const NOW = `select ('x' || left(pg_walfile_name(now), 8))::bit(32)::int as timeline, (now - '0/0'::pg_lsn)::text as at
  from pg_current_wal_insert_lsn() as now`

/**
 * Null: this server is no replica. It learns of a new timeline a little late, when it first writes down how far it has
 * come. Until then it counts as one of the old timeline, and is not asked for anything of the new one.
 */
export const REPLAYED = `select greatest(timeline_id, min_recovery_end_timeline) as timeline,
    (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::text as at
  from pg_control_checkpoint(), pg_control_recovery()`

export const positionFrom = ({ timeline, at }: Row): Position | undefined =>
  timeline === null || at === null ? undefined : { timeline, at: BigInt(at) }

/** The primary's, asked after the call: whoever asks while another question is under way shares the next one. */
export function positionsOf(primary: pg.Pool): () => Promise<Position> {
  const ask = createBatchLoader<Position>(async ([key = '']) => {
    const { rows } = await primary.query<Row>({ name: 'position', text: NOW })
    const position = rows[0] && positionFrom(rows[0])
    return new Map(position && [[key, position]])
  })
  return async () => {
    const position = await ask('now')
    if (position === undefined) throw new Error('The database answered without a position')
    return position
  }
}

/** A timeline has everything of the one before that was acknowledged. */
export const later = (one: Position, other: Position): Position =>
  one.timeline > other.timeline || (one.timeline === other.timeline && one.at > other.at) ? one : other

/** Whether whoever is here has everything until there. Nobody can tell from positions of two timelines. */
export const hasReached = (here: Position, there: Position): boolean =>
  here.timeline === there.timeline && here.at >= there.at
