import { parseAmount } from '@trefoil/core/money'
import type { LevelLimits } from '@trefoil/core/payouts/level-limits'
import type { Confirmation } from '@trefoil/core/programme/may-send'
import { donation, donationOrder } from '../donations/donate.ts'
import type { Ledger } from '../ledger/batch.ts'
import type { MemberName, Placed } from '../ledger/operation.ts'
import { newReference } from '../ledger/reference.ts'
import { requestKey } from '../ledger/request-key.ts'
import { withdrawal } from '../payouts/request.ts'
import { CONFIRMED, transfer } from '../transfers/transfer.ts'
import type { Funded } from './money.ts'
import { randomAddress } from './payouts.ts'

type Sent = {
  from: Funded
  session?: string
  to: Funded
  dollars: number
  /** By their referral code, unless told otherwise. */
  recipient?: MemberName | undefined
  key?: string
  confirmation?: Confirmation
}

const transferOf = ({ from, to, dollars, recipient, key, session, confirmation = CONFIRMED }: Sent) => ({
  sender: from.id,
  recipient: recipient ?? ({ by: 'code', texts: [to.referralCode] } as const),
  from: 'impact' as const,
  amount: parseAmount(dollars),
  reference: newReference('transfer'),
  confirmation,
  session,
  key: requestKey(from.id, key, [dollars, to.referralCode]),
})

/** As the server has them. */
export const FORWARDED = { transfer, donation }

export const sendThrough = (ledger: Ledger, sent: Sent) => ledger.post(transfer, transferOf(sent))

type Given = Pick<Sent, 'from' | 'dollars' | 'key'> & { cause?: string }

const donationOf = ({ from, dollars, key, cause }: Given) =>
  donationOrder(from.id, { amount: dollars, ...(cause !== undefined && { cause_id: cause }) }, key)

export const giveThrough = (ledger: Ledger, given: Given) => ledger.post(donation, donationOf(given))

export function placedDonation(given: Given): Placed {
  const order = donationOf(given)
  return { operation: donation, order, touched: donation.touches(order) }
}

export function placed(sent: Sent): Placed {
  const order = transferOf(sent)
  return { operation: transfer, order, touched: transfer.touches(order) }
}

/** Of $50 that the member has earned. */
export function placedWithdrawal({ id: member }: Funded, limits: LevelLimits): Placed {
  const order = {
    member,
    source: 'available' as const,
    amount: parseAmount(50),
    address: randomAddress(),
    reference: newReference('withdrawal'),
    limits,
    key: undefined,
  }
  return { operation: withdrawal, order, touched: withdrawal.touches(order) }
}
