import type { readReserves as route } from '@trefoil/contract/operator/reserves'
import type { ReplyOf } from '@trefoil/contract/route'
import { tokenAmount } from '@trefoil/core/deposits/plan-deposit'
import { usd, type Usd } from '@trefoil/core/money'
import { reconcile, reserveShortfall, showUnits, type ReserveLine } from '@trefoil/core/reserves/reconciliation'
import { sql } from 'kysely'
import { findUnbookedOutflows, readFunding } from '../reserves/figures.ts'
import { describeTrouble, readNewest, type Newest } from '../reserves/newest.ts'
import type { OperatorContext } from './context.ts'
import { dollars, iso } from './shapes.ts'

type View = ReplyOf<typeof route>['data']

/** As of the last comparison, which is about a minute old. */
export async function readReservesView({ db, chain }: OperatorContext): Promise<View> {
  const newest = await readNewest(db, chain.id)
  const [outflows, funding, { dust, ...owed }, payees] = await Promise.all([
    findUnbookedOutflows(db, chain, newest?.settled.block),
    readFunding(db, chain),
    readOwed(db),
    readPayees(db),
  ])
  const shown = (units: string) => showUnits(BigInt(units), chain.decimals)
  return {
    comparison: newest ? describe(newest, { dust, decimals: chain.decimals }) : null,
    owed,
    payees,
    outflows: outflows.map(({ block_number, value, seen_at, ...flow }) => ({
      ...flow,
      block: Number(block_number),
      amount: shown(value),
      seen_at: iso(seen_at),
    })),
    funding: funding.map(({ declared_at, units, ...one }) => ({
      ...one,
      declared_at: iso(declared_at),
      amount: shown(units),
    })),
  }
}

function describe(newest: Newest, { dust, decimals }: { dust: Usd; decimals: number }): View['comparison'] {
  const { figures, at, checkedAt, foundAt } = newest
  const { held, explained, heldInAll, explainedInAll, difference } = reconcile(figures)
  const shown = <Name>(lines: readonly ReserveLine<Name>[]) =>
    lines.map(({ name, units }) => ({ name, amount: showUnits(units, decimals) }))
  return {
    block: Number(at),
    checked_at: iso(checkedAt),
    since: iso(foundAt),
    held: shown(held),
    held_in_all: showUnits(heldInAll, decimals),
    explained: shown(explained),
    explained_in_all: showUnits(explainedInAll, decimals),
    difference: showUnits(difference, decimals),
    trouble:
      describeTrouble(newest, decimals) ?? reserveShortfall(figures, tokenAmount(dust, decimals), decimals) ?? null,
  }
}

async function readPayees(db: OperatorContext['db']): Promise<View['payees']> {
  const { rows } = await sql<
    Record<'balance' | 'held', string> & Pick<View['payees'][number], 'cause' | 'name' | 'address'>
  >`
    select nullif(-own.owner, 0) as cause, coalesce(c.name, 'Operations') as name, own.balance, held.balance as held,
      c.payout_address as address
    from system_account own join system_account held on held.owner = own.owner and held.account = 'held'
    left join cause c on c.id = -own.owner
    where own.account in ('cause', 'operations') order by own.owner desc`.execute(db)
  return rows.map(({ balance, held, ...payee }) => ({ ...payee, balance: dollars(balance), held: dollars(held) }))
}

async function readOwed(db: OperatorContext['db']): Promise<View['owed'] & { dust: Usd }> {
  const { rows } = await sql<Record<keyof View['owed'] | 'dust', string>>`
    select coalesce(sum(balance) filter (where owner < 0), 0)::bigint as causes,
      coalesce(sum(balance) filter (where owner = 0 and account in ('operations', 'held')), 0)::bigint as operations,
      coalesce(sum(balance) filter (where account = 'dust'), 0)::bigint as dust,
      -- Money is conserved: members own what the system accounts do not.
      coalesce(-sum(balance), 0)::bigint as members
    from system_account`.execute(db)
  const [row] = rows
  return {
    members: dollars(row?.members ?? null),
    causes: dollars(row?.causes ?? null),
    operations: dollars(row?.operations ?? null),
    dust: usd(BigInt(row?.dust ?? 0)),
  }
}
