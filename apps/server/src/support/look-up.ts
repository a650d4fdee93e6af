import type { paymentFinding } from '@trefoil/contract/support'
import { receivedFrom } from '@trefoil/core/deposits/plan-deposit'
import type { MemberId } from '@trefoil/core/ledger/account'
import { toDollars, usd } from '@trefoil/core/money'
import { findPayment, unavailable, type PaymentFacts, type PaymentFinding } from '@trefoil/core/support/find-payment'
import { sql } from 'kysely'
import type { z } from 'zod'
import { ChainTrouble, type Address, type Hash, type TransferLog } from '../chain/chain.ts'
import type { Reader } from '../db/database.ts'
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
  if (books.booked || books.unmatched) return shown(findPayment({ ...books, onChain: undefined, sighting: 'unknown' }))
  try {
    return shown(findPayment({ ...books, ...(await askChain(context, member, { transaction, ...books })) }))
  } catch (error) {
    if (error instanceof ChainTrouble) return shown(unavailable())
    throw error
  }
}

/** As chains write it: some of them without 0x. */
export const hashFrom = (typed: string): Hash => `0x${typed.toLowerCase().replace(/^0x/, '')}`

type Books = Pick<PaymentFacts, 'booked' | 'unmatched'> & { final: bigint }

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
  const { rows } = await sql<{ final: string; booked: DepositRow | null; unmatched: Books['unmatched'] | null }>`
    select scan.final, (
      -- One transaction may bring several: what is still on its way comes first.
      select to_jsonb(d) from (
        select reference, state, credited::text, (scan.scanned - block_number + 1)::text as depth from deposit
        where chain_id = scan.chain_id and transaction = ${transaction} and member_id = ${member}
        order by state = 'credited', state = 'dropped', credited desc limit 1) d
    ) as booked, (
      select kind from unmatched_transfer where chain_id = scan.chain_id and transaction = ${transaction}
        and member_id = ${member} and kind in ('zero', 'too_large', 'other_token', 'native')
      order by kind = 'zero' limit 1
    ) as unmatched
    from scan where chain_id = ${chain.id}`.execute(db)
  const [row] = rows
  if (!row) return { booked: undefined, unmatched: undefined, final: 0n }
  const { booked, unmatched } = row
  return {
    final: BigInt(row.final),
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

/** Which of the recipients are addresses of the member's own. */
async function ownAddresses(
  db: Reader,
  member: MemberId,
  transfers: readonly TransferLog[],
): Promise<ReadonlySet<Address>> {
  if (transfers.length === 0) return new Set()
  const { rows } = await sql<{ address: Address }>`
    select address from deposit_address
    where address = any(${[...new Set(transfers.map(({ to }) => to))]}::text[]) and member_id = ${member}`.execute(db)
  return new Set(rows.map(({ address }) => address))
}

const shown = ({ amount, ...finding }: PaymentFinding): Finding => ({
  ...finding,
  amount: amount === null ? null : toDollars(usd(amount)),
})
