import { bytesToHex } from '@trefoil/core/proofs/bytes'
import { planConsistency, planInclusion, proofFrom, type ProofPlan } from '@trefoil/core/proofs/log-proof'
import { nodeFromTiles, tileOfNode, type TilePlace } from '@trefoil/core/proofs/log-tiles'
import { Refusal } from '@trefoil/core/refusal'
import { sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import { numbers } from '../../ledger/columns.ts'
import { tileAmong } from './tree.ts'

/** What anybody may ask about the log. Only about what was signed. */
export async function readCheckpointNote(db: Database): Promise<string> {
  const row = await db
    .selectFrom('proof_log')
    .select('checkpoint')
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) throw nothingYet()
  return row.checkpoint
}

export async function readSignedLog(db: Database): Promise<{ number: number; size: number; root: string }> {
  const row = await db
    .selectFrom('proof_log')
    .select(['number', 'size', 'root'])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) throw nothingYet()
  return { number: row.number, size: Number(row.size), root: row.root.toString('hex') }
}

export function proveConsistency(db: Database, { from, to }: { from: number; to: number }): Promise<string[]> {
  if (from > to) throw new Refusal('invalid_request', 'The first size is larger than the second one.')
  return prove(db, to, () => planConsistency({ from, to }))
}

export function proveInclusion(db: Database, { index, size }: { index: number; size: number }): Promise<string[]> {
  if (index >= size) throw new Refusal('invalid_request', 'The log has no such entry at this size.')
  return prove(db, size, () => planInclusion({ index, size }))
}

/** One query: a proof is made of a few tiles, however long the log is. */
async function prove(db: Database, size: number, planned: () => ProofPlan): Promise<string[]> {
  const signed = await readSignedLog(db)
  if (size > signed.size) throw new Refusal('not_found', `The log has ${signed.size} entries so far.`)
  const plan = planned()
  const tileAt = tileAmong(await readTilesOf(db, plan))
  return proofFrom(plan, nodeFromTiles(tileAt)).map(bytesToHex)
}

async function readTilesOf(db: Database, plan: ProofPlan) {
  const places = new Map<string, TilePlace>()
  for (const { level, index } of plan.flat().map(tileOfNode)) places.set(`${level}/${index}`, { level, index })
  const levels = numbers([...places.values()].map(({ level }) => level))
  const indexes = numbers([...places.values()].map(({ index }) => index))
  const { rows } = await sql<{ level: number; index: string; hashes: Buffer }>`
    select t.level, t.index, t.hashes
    from unnest(${levels}::smallint[], ${indexes}::bigint[]) as wanted (level, index)
    join proof_log_tile t on t.level = wanted.level and t.index = wanted.index`.execute(db)
  return rows.map(({ index, ...tile }) => ({ ...tile, index: Number(index) }))
}

const nothingYet = () => new Refusal('not_found', 'Nothing is in the log yet. Try again in a few seconds.')
