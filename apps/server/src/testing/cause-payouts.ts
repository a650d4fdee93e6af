import { donation, donationOrder } from '../donations/donate.ts'
import { proposePayout } from '../operator/pay-out.ts'
import { depositArrives } from './arrivals.ts'
import { randomAddress, type Payouts } from './payouts.ts'
import { twoOperators, why } from './two-operators.ts'

/** A cause that was given so many dollars and has an address, and what two operators can do. */
export async function openCause(payouts: Payouts, given = 1000) {
  const { wallet } = payouts
  const [donor] = wallet.members as [number]
  await depositArrives(wallet.ledger, donor, given)
  await wallet.ledger.post(donation, donationOrder(donor, { amount: given }))
  const address = randomAddress()
  await payAt(payouts, { address, from: '1 second ago' })
  const operators = await twoOperators(payouts)
  const payOut = (amount: number, cause: number | null = 1, to?: string) =>
    operators.agree((context, first) =>
      proposePayout(context, first, { cause, amount, ...(to !== undefined && { address: to }), why }),
    )
  return { address, payOut, ...operators }
}

/** From then on. */
export async function payAt(
  { wallet }: Payouts,
  { address, from, cause = 1 }: { address: string; from: string; cause?: number },
): Promise<void> {
  await wallet.owner.query(
    `with agreed as (
       insert into proposal (kind, state, details, summary, why, proposed_by, decided_by, decided_at)
       select 'cause', 'done', '{}', 'An address', 'For a test', min(id), max(id), now() from account where role = 'operator'
       returning id)
     update cause set payout_address = $1, payout_address_from = now() + $2::interval, payout_address_by = agreed.id
     from agreed where cause.id = $3`,
    [address, from, cause],
  )
}
