import type { listDeposits, listUnmatched } from '@trefoil/contract/operator/deposits'
import type { QueryOf, ReplyOf } from '@trefoil/contract/route'
import { AMOUNT_MAX, toDollars, usd, type Usd } from '@trefoil/core/money'
import { receivedFrom, tokenAmount } from '@trefoil/core/deposits/plan-deposit'
import { sql } from 'kysely'
import type { Address, Chain } from '../chain/chain.ts'
import { consoleHistory, olderThan, readPage } from '../db/paging.ts'
import type { OperatorContext } from './context.ts'
import { dollars, iso, isoOrNull, personOf, type Person } from './shapes.ts'

type Deposits = ReplyOf<typeof listDeposits>['data']
type Unmatched = ReplyOf<typeof listUnmatched>['data']

type DepositRow = Omit<Deposits['deposits'][number], 'amount' | 'block' | 'seen_at' | 'credited_at'> & {
  position: string
  amount: string
  block: string
  seen_at: Date
  credited_at: Date | null
}

export async function readDeposits(
  { db, keyring }: OperatorContext,
  query: QueryOf<typeof listDeposits>,
): Promise<Deposits> {
  const { state } = query
  const { rows, next_cursor } = await readPage<DepositRow>(
    consoleHistory(keyring, `deposits ${state ?? 'all'}`),
    query,
    {
      sources: [
        ({ after, limit }) =>
          sql<DepositRow>`
        select d.id as position, d.reference as id, ${personOf('d.member_id')} as member, d.credited as amount, d.state,
          d.address, d.sender, d.transaction, d.block_number as block, d.seen_at, d.credited_at,
          d.sweep_nonce is not null as swept,
          case when d.sweep_nonce is null then a.set_aside end as sweep_problem
        from deposit d join deposit_address a using (address) where ${olderThan('d.id', after)} ${state ? sql`and d.state = ${state}` : sql``}
        order by d.id desc limit ${limit}`.execute(db),
      ],
      positionOf: ({ position }) => position,
    },
  )
  const deposits = rows.map((row) => ({
    ...row,
    amount: dollars(row.amount),
    block: Number(row.block),
    seen_at: iso(row.seen_at),
    credited_at: isoOrNull(row.credited_at),
  }))
  return { deposits, next_cursor }
}

type UnmatchedRow = Omit<Unmatched['unmatched'][number], 'amount' | 'block' | 'seen_at' | 'assignable' | 'id'> & {
  id: string
  block: string
  seen_at: Date
  creditable: boolean
  proposal_state: string | null
  proposed_for: Person | null
}

export async function readUnmatched(
  { db, keyring, chain }: OperatorContext,
  query: QueryOf<typeof listUnmatched>,
): Promise<Unmatched> {
  const { rows, next_cursor } = await readPage<UnmatchedRow>(consoleHistory(keyring, 'unmatched'), query, {
    sources: [
      ({ after, limit }) =>
        sql<UnmatchedRow>`
        select s.id, s.kind, s.token, s.sender, s.recipient, s.value::text as value, s.transaction,
          s.block_number as block, s.seen_at, ${isCreditable(chain)} as creditable, ${personOf('s.member_id')} as member, p.id as proposal_id,
          p.state as proposal_state, ${personOf('p.member_id')} as proposed_for
        from unmatched_transfer s left join proposal p on p.kind = 'assignment' and p.state <> 'rejected'
          and p.reversed_by is null and (p.details ->> 'unmatched')::bigint = s.id
        where ${olderThan('s.id', after)} order by s.id desc limit ${limit}`.execute(db),
    ],
    positionOf: ({ id }) => id,
  })
  const unmatched = rows.map(({ proposal_state, proposed_for, creditable, ...row }) => {
    const amount = inDollars(chain, row)
    return {
      ...row,
      id: Number(row.id),
      block: Number(row.block),
      seen_at: iso(row.seen_at),
      amount: amount === null ? null : toDollars(amount),
      assignable: creditable && row.proposal_id === null,
      assigned_to: proposal_state === 'done' ? proposed_for : null,
    }
  })
  return { unmatched, next_cursor }
}

/** Null for other tokens, and for amounts too large for the books. */
function inDollars(chain: Chain, { token, value }: { token: string; value: string }): Usd | null {
  if (token !== chain.token) return null
  const { credited } = receivedFrom(BigInt(value), chain.decimals)
  return credited <= AMOUNT_MAX ? credited : null
}

/** Senders that are never members: our own addresses, and the token when it is minted. */
const neverMembers = ({ token, factory, treasury, vault, signer }: Chain): Address[] => [
  token,
  factory,
  treasury,
  vault,
  signer,
  '0x0000000000000000000000000000000000000000',
]

/**
 * Whether an unmatched transfer `s` is money that is here and that nobody was credited for: our own token, sent by a
 * stranger straight to the treasury or the vault. What was sent to any other contract is lost.
 */
export const isCreditable = (chain: Chain) => sql<boolean>`(s.kind = 'to_contract' and s.chain_id = ${chain.id}
  and s.recipient in (select address from reserve_account r where r.chain_id = s.chain_id)
  and s.sender <> all (${neverMembers(chain)}::text[])
  and s.sender not in (select address from funding_address f where f.chain_id = s.chain_id)
  and s.sender not in (select address from reserve_account r where r.chain_id = s.chain_id)
  and s.value >= ${String(tokenAmount(usd(1n), chain.decimals))}::numeric)`
