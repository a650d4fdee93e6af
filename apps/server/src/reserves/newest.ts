import { reserveTrouble, type ReserveFigures } from '@trefoil/core/reserves/reconciliation'
import { sql } from 'kysely'
import type { Reader } from '../db/database.ts'
import type { Settled } from './figures.ts'

export type Newest = {
  figures: ReserveFigures
  at: bigint
  checkedAt: Date
  /** Since when the verdict is what it is. */
  foundAt: Date
  /** Nobody has looked for so long that nothing is known. */
  isOverdue: boolean
  settled: Settled
}

type Row = {
  figures: Record<keyof ReserveFigures, string>
  block_number: string
  checked_at: Date
  found_at: Date
  overdue: boolean
  settled_block: string
  settled_journal: string
}

/** What was found last. */
export async function readNewest(db: Reader, chainId: number): Promise<Newest | undefined> {
  const { rows } = await sql<Row>`
    select *, checked_at < now() - interval '10 minutes' as overdue from reconciliation
    where chain_id = ${chainId} order by id desc limit 1`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const figures = Object.fromEntries(Object.entries(row.figures).map(([name, units]) => [name, BigInt(units)]))
  return {
    figures: figures as ReserveFigures,
    at: BigInt(row.block_number),
    checkedAt: row.checked_at,
    foundAt: row.found_at,
    isOverdue: row.overdue,
    settled: { block: BigInt(row.settled_block), journal: BigInt(row.settled_journal) },
  }
}

/** Why nothing may leave; `undefined` where everything is explained. */
export async function whyNotReserves(
  db: Reader,
  { id, decimals }: { id: number; decimals: number },
): Promise<string | undefined> {
  const newest = await readNewest(db, id)
  return newest ? describeTrouble(newest, decimals) : 'The reserves were not compared yet'
}

export function describeTrouble({ figures, isOverdue, checkedAt }: Newest, decimals: number): string | undefined {
  const trouble = reserveTrouble(figures, decimals)
  if (trouble !== undefined) return trouble
  return isOverdue ? `The reserves were not compared since ${checkedAt.toISOString()}` : undefined
}
