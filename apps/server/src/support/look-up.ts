import type { paymentFinding } from '@trefoil/contract/support'
import { receivedFrom } from '@trefoil/core/deposits/plan-deposit'
import type { MemberId } from '@trefoil/core/ledger/account'
import { toDollars, UNITS_PER_DOLLAR, usd } from '@trefoil/core/money'
import { findPayment, unavailable, type PaymentFacts, type PaymentFinding } from '@trefoil/core/support/find-payment'
import { sql } from 'kysely'
import type { z } from 'zod'
import { ChainTrouble, type Hash } from '../chain/chain.ts'
import type { Reader } from '../db/database.ts'
import { ownAddresses } from '../members/own-addresses.ts'
import type { SupportContext } from './context.ts'

export type Finding = z.input<typeof paymentFinding>
type LookUp = Pick<SupportContext, 'chain' | 'confirmations'> & { db: Reader }

/**
 * What became of a payment, told to the member who asks: other members' addresses are never looked at, so that nothing
 * about them can be learned here.
 */
export async function lookUpPayment(context: LookUp, member: MemberId, typed: string): Promise<Finding> {
  const transaction = hashFrom(typed)
  const books = await readBooks(context, member, transaction)
  if (books.booked || books.assigned || books.unmatched)
    return shown(findPayment({ ...books, onChain: undefined, sighting: 'unknown' }))
  try {
    return shown(findPayment({ ...books, ...(await askChain(context, member, { transaction, ...books })) }))
  } catch (error) {
    if (error instanceof ChainTrouble) return shown(unavailable())
    throw error
  }
}

/** As chains write it: some of them without 0x. */
export const hashFrom = (typed: string): Hash => `0x${typed.toLowerCase().replace(/^0x/, '')}`

type Books = Pick<PaymentFacts, 'booked' | 'assigned' | 'unmatched'> & { final: bigint }

type BooksRow = {
  final: string
  booked: DepositRow | null
  assigned: string | null
  unmatched: Books['unmatched'] | null
}

type DepositRow = {
  reference: string
  state: NonNullable<PaymentFacts['booked']>['state']
  credited: string
  depth: string
}

/** In one statement, so that what is final and what was booked are of the same moment. */
async function readBooks(
  { db, chain, confirmations: needed }: LookUp,
  member: MemberId,
  transaction: Hash,
): Promise<Books> {
  const { rows } = await sql<BooksRow>`
    select scan.final, (
      -- One transaction may bring several: what is still on its way comes first.
      select to_jsonb(d) from (
        select reference, state, credited::text, (scan.scanned - block_number + 1)::text as depth from deposit
        where chain_id = scan.chain_id and transaction = ${transaction} and member_id = ${member}
        order by state = 'credited', state = 'dropped', credited desc limit 1) d
    ) as booked, (
      -- Operators credit what was sent to the treasury or the vault.
      select trunc(sum((details ->> 'amount')::numeric) * ${UNITS_PER_DOLLAR})::text from proposal
      where kind = 'assignment' and state = 'done' and reversed_by is null and member_id = ${member}
        and details ->> 'transaction' = ${transaction}
    ) as assigned, (
      select kind from unmatched_transfer where chain_id = scan.chain_id and transaction = ${transaction}
        and member_id = ${member} and kind in ('zero', 'too_large', 'other_token', 'native')
      order by kind = 'zero' limit 1
    ) as unmatched
    from scan where chain_id = ${chain.id}`.execute(db)
  const [row] = rows
  if (!row) return { booked: undefined, assigned: undefined, unmatched: undefined, final: 0n }
  const { booked, assigned, unmatched } = row
  return {
    final: BigInt(row.final),
    assigned: assigned === null ? undefined : BigInt(assigned),
    unmatched: unmatched ?? undefined,
    booked: booked
      ? {
          reference: booked.reference,
          state: booked.state,
          credited: BigInt(booked.credited),
          confirmations: counted(BigInt(booked.depth), needed),
        }
      : undefined,
  }
}

type Asked = { transaction: Hash; final: bigint }

async function askChain(
  { db, chain, confirmations: needed }: LookUp,
  member: MemberId,
  { transaction, final }: Asked,
): Promise<Pick<PaymentFacts, 'onChain' | 'sighting'>> {
  const receipt = await chain.receipt(transaction)
  if (!receipt) return { onChain: undefined, sighting: await chain.sighting(transaction) }
  const { block, isSuccess, transfers } = receipt
  const [head, theirs] = await Promise.all([chain.head(), ownAddresses(db, member, transfers)])
  const values = transfers.flatMap(({ to, value }) => (theirs.has(to) ? [value] : []))
  return {
    sighting: 'mined',
    onChain: {
      succeeded: isSuccess,
      movesToken: transfers.length > 0,
      received:
        values.length === 0
          ? null
          : receivedFrom(
              values.reduce((sum, value) => sum + value),
              chain.decimals,
            ).credited,
      confirmations: counted(head.number - block.number + 1n, needed),
      isBehindUs: block.number <= final,
    },
  }
}

const counted = (depth: bigint, needed: number) => ({ seen: Math.max(0, Math.min(Number(depth), needed)), needed })

const shown = ({ amount, ...finding }: PaymentFinding): Finding => ({
  ...finding,
  amount: amount === null ? null : toDollars(usd(amount)),
})
