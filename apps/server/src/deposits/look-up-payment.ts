import type { ReplyOf } from '@trefoil/contract/route'
import type { lookUpPayment } from '@trefoil/contract/wallet'
import { receivedFrom } from '@trefoil/core/deposits/plan-deposit'
import { toDollars } from '@trefoil/core/money'
import { Refusal } from '@trefoil/core/refusal'
import { ChainTrouble, type Chain, type Hash } from '../chain/chain.ts'
import type { Database } from '../db/database.ts'
import { ownAddresses } from '../members/own-addresses.ts'

type Found = ReplyOf<typeof lookUpPayment>['data']
type Question = { member: number; transaction: Hash }

/** What the chain says about a transaction. Nothing is credited by it: the scanner alone decides that. */
export async function findPayment(
  { db, chain }: { db: Database; chain: Chain },
  { member, transaction }: Question,
): Promise<Found> {
  const receipt = await answered(chain.receipt(transaction))
  if (!receipt) {
    const seen = await answered(chain.sighting(transaction))
    return { state: seen === 'unknown' ? 'unknown' : 'pending', amount: null }
  }
  if (!receipt.isSuccess) return { state: 'failed', amount: null }
  const theirs = await ownAddresses(db, member, receipt.transfers)
  const paid = receipt.transfers.reduce((sum, { to, value }) => (theirs.has(to) ? sum + value : sum), 0n)
  return paid === 0n
    ? { state: 'other', amount: null }
    : { state: 'paid', amount: toDollars(receivedFrom(paid, chain.decimals).credited) }
}

const answered = <Answer>(asked: Promise<Answer>): Promise<Answer> =>
  asked.catch((error: unknown) => {
    throw error instanceof ChainTrouble
      ? new Refusal('busy', 'The network does not answer right now. Please try again.', {
          name: 'chain_away',
        })
      : error
  })
