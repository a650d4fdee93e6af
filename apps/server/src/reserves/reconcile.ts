import { reserveTrouble, reconcile, type ReserveFigures } from '@trefoil/core/reserves/reconciliation'
import { sql } from 'kysely'
import type { Chain } from '../chain/chain.ts'
import type { Database } from '../db/database.ts'
import { mailOperators } from '../members/mail-operators.ts'
import { readBookFigures, type BookFigures, type Settled } from './figures.ts'
import { readNewest } from './newest.ts'
import { readOtherReserves } from './watch.ts'

type Context = { db: Database; chain: Chain }

/** `undefined` where it cannot be told yet: nothing was read, or the history is still being read. */
export async function reconcileReserves(context: Context): Promise<Found | undefined> {
  const { db, chain } = context
  const before = await readNewest(db, chain.id)
  const books = await readBookFigures(db, chain, before?.settled)
  if (!books) return undefined
  const held = await readHeld(context, books)
  const opening = books.explained.opening ?? (await measureOpening(context, books.at, held.vault + held.treasury))
  if (opening === undefined) return undefined
  const figures = { ...held, unswept: books.unswept, ...books.explained, opening }
  const found = { figures, at: books.at, settled: books.settled }
  await keep(context, found)
  return found
}

/** What treasury and vault hold at the block that the books are read at, former ones included. */
async function readHeld({ db, chain }: Context, { at }: BookFigures): Promise<{ vault: bigint; treasury: bigint }> {
  const others = await readOtherReserves(db, chain)
  const [vault = 0n, ...rest] = await chain.balancesOf([chain.vault, ...others], at)
  return { vault, treasury: rest.reduce((sum, units) => sum + units, 0n) }
}

/**
 * Once, when the history of treasury and vault is read: what they hold and no recorded transfer brought was there
 * before. From then on every unit has to be explained.
 */
async function measureOpening({ db, chain }: Context, at: bigint, held: bigint): Promise<bigint | undefined> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ final: string; opening: string | null; unread: boolean }>`
      select final, opening, exists (select from reserve_account r
        where r.chain_id = scan.chain_id and recorded_from > history_from) as unread
      from scan where chain_id = ${chain.id} for update`.execute(tx)
    const [scan] = rows
    if (!scan || scan.unread || BigInt(scan.final) !== at) return undefined
    if (scan.opening !== null) return BigInt(scan.opening)
    const moved = await sql<{ net: string }>`
      select coalesce(sum(case when kind in ('sweep', 'in') then value when kind in ('out', 'payout') then -value end), 0)
        as net from reserve_transfer where chain_id = ${chain.id} and block_number <= ${String(at)}`.execute(tx)
    const opening = held - BigInt(moved.rows[0]?.net ?? 0)
    await sql`update scan set opening = ${String(opening)}::numeric where chain_id = ${chain.id}`.execute(tx)
    return opening
  })
}

export type Found = { figures: ReserveFigures; at: bigint; settled: Settled }

/** One row for each change of the verdict; operators hear of it where it is not well. */
async function keep({ db, chain }: Context, { figures, at, settled }: Found): Promise<void> {
  const { difference } = reconcile(figures)
  const trouble = reserveTrouble(figures, chain.decimals)
  const told = JSON.stringify(figures, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql`
      update reconciliation set block_number = ${String(at)}, figures = ${told}, checked_at = now(),
        settled_block = ${String(settled.block)}, settled_journal = ${String(settled.journal)}
      where id = (select max(id) from reconciliation where chain_id = ${chain.id})
        and (difference, unbooked) = (${String(difference)}::numeric, ${String(figures.unbooked)}::numeric)
      returning id`.execute(tx)
    if (rows.length > 0) return
    await sql`
      insert into reconciliation
        (chain_id, block_number, figures, difference, unbooked, settled_block, settled_journal)
      values (${chain.id}, ${String(at)}, ${told}, ${String(difference)}, ${String(figures.unbooked)},
        ${String(settled.block)}, ${String(settled.journal)})`.execute(tx)
    if (trouble !== undefined) await mailOperators(tx, { kind: 'reserves waits', facts: { trouble } })
  })
}
