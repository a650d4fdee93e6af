import type { QueryOf, ReplyOf } from '@trefoil/contract/route'
import type { transactionHistory } from '@trefoil/contract/transactions'
import type { MemberId } from '@trefoil/core/ledger/account'
import { toDollars, usd } from '@trefoil/core/money'
import type { MemberSource } from '@trefoil/core/payouts/plan-withdrawal'
import { COMPLETED, PENDING, statusCodeOf, type WithdrawalState } from '@trefoil/core/payouts/withdrawal-state'
import { sql } from 'kysely'
import { olderThan, readPage, type Range } from '../db/paging.ts'
import type { TransactionContext } from './context.ts'
import { describe, meaningOfDeposit, meaningOfWithdrawal, type TransactionMeaning } from './describe.ts'

type History = ReplyOf<typeof transactionHistory>['data']
type Transaction = History['transactions'][number]

/** Deposits and withdrawals: a range of one index each, merged, newest first. */
export async function readTransactions(
  context: TransactionContext,
  member: MemberId,
  query: QueryOf<typeof transactionHistory>,
): Promise<History> {
  const history = { keyring: context.keyring, name: `transactions ${query.type ?? 'all'}`, reader: member }
  const { rows, next_cursor } = await readPage<Placed>(history, query, {
    sources: [
      async (range) => ({ rows: query.type === 'Withdrawal' ? [] : await readDeposits(context, member, range) }),
      async (range) => ({ rows: query.type === 'Deposit' ? [] : await readWithdrawals(context, member, range) }),
    ],
    positionOf: ({ position }) => position,
    comesBefore: (a, b) => a.at > b.at,
  })
  return { transactions: rows.map(({ transaction }) => transaction), next_cursor }
}

type Placed = { at: Date; position: string; transaction: Transaction }

type DepositRow = {
  id: string
  reference: string
  seen_at: Date
  credited: string
  state: 'seen' | 'final' | 'credited'
  address: string
  transaction: string
  on_hold: boolean
  depth: string
}

async function readDeposits(
  { db, chain, confirmations: needed }: TransactionContext,
  member: MemberId,
  { after, limit }: Range,
): Promise<Placed[]> {
  const { rows } = await sql<DepositRow>`
    select deposit.id, reference, seen_at, credited, state, address, transaction, screening is not null as on_hold,
      scanned - block_number + 1 as depth
    from deposit join scan using (chain_id)
    where member_id = ${member} and chain_id = ${chain.id} and state <> 'dropped' and credited > 0
      and ${olderThan('deposit.id', after)}
    order by deposit.id desc limit ${limit}`.execute(db)
  return rows.map((row) => ({
    at: row.seen_at,
    position: row.id,
    transaction: {
      _id: row.reference,
      type: 'Deposit',
      created_at: row.seen_at.toISOString(),
      amount: toDollars(usd(BigInt(row.credited))),
      status: row.state === 'credited' ? COMPLETED : PENDING,
      icon: 'deposit',
      ...described(meaningOfDeposit(row.state, { isOnHold: row.on_hold })),
      address: row.address,
      transaction: row.transaction,
      confirmations: {
        // The last confirmation only shows once the deposit is credited.
        seen: row.state === 'credited' ? needed : Math.min(Number(row.depth), needed),
        needed,
      },
      steps: null,
    },
  }))
}

type WithdrawalRow = {
  id: string
  reference: string
  amount: string
  address: string
  state: WithdrawalState
  source: MemberSource
  waits_for: string | null
  decision: string | null
  requested_at: Date
  look_at: Date | null
  decided_at: Date | null
  approved: boolean
  ended_at: Date | null
  transaction: string | null
  sent_at: Date | null
}

async function readWithdrawals(
  { db }: TransactionContext,
  member: MemberId,
  { after, limit }: Range,
): Promise<Placed[]> {
  const { rows } = await sql<WithdrawalRow>`
    select w.id, reference, amount, address, w.state, w.source, waits_for, decision, requested_at, look_at, decided_at,
      decided_at is not null and w.state <> 'refused' as approved, w.ended_at,
      coalesce(found.transaction, newest.transaction, attempt.transaction) as transaction, attempt.sent_at
    from withdrawal w left join found_payment found on found.withdrawal_id = w.id
    left join lateral (
      select * from sending where withdrawal_id = w.id order by generation desc limit 1
    ) newest on true
    left join lateral (
      select transaction, min(sent_at) over () as sent_at from sending_attempt
      where signer = newest.signer and nonce = newest.nonce and sent_at is not null
      order by sent_at desc limit 1
    ) attempt on true
    where member_id = ${member} and ${olderThan('w.id', after)} order by w.id desc limit ${limit}`.execute(db)
  return rows.map((row) => ({
    at: row.requested_at,
    position: row.id,
    transaction: {
      _id: row.reference,
      type: 'Withdrawal',
      created_at: row.requested_at.toISOString(),
      amount: toDollars(usd(BigInt(row.amount))),
      status: statusCodeOf(row.state),
      icon: 'withdrawal',
      ...described(meaningOfWithdrawal(row)),
      address: row.address,
      transaction: row.transaction,
      confirmations: null,
      steps: stepsOf(row),
    },
  }))
}

const described = (meaning: TransactionMeaning) => ({ description: describe(meaning), ...meaning })

function stepsOf(row: WithdrawalRow): NonNullable<Transaction['steps']> {
  const steps = [
    { name: 'requested' as const, at: row.requested_at },
    { name: 'approved' as const, at: row.approved ? row.decided_at : null },
    { name: 'sent' as const, at: row.sent_at },
    { name: 'ended' as const, at: row.ended_at },
  ]
  return steps.flatMap(({ name, at }) => (at ? [{ name, at: at.toISOString() }] : []))
}
