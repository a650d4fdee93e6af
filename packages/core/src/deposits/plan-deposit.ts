import { usd, USD_DECIMALS, type Usd } from '../money.ts'
import { chain, dust, impact, type MemberId } from '../ledger/account.ts'
import type { Plan } from '../ledger/book.ts'

/** A token amount as whole ledger units and the remainder below one unit. */
export type Received = { readonly credited: Usd; readonly remainder: bigint }

/** Rounds down: never credit a fraction that the ledger cannot represent. */
export function receivedFrom(value: bigint, tokenDecimals: number): Received {
  const unit = tokenUnit(tokenDecimals)
  return { credited: usd(value / unit), remainder: value % unit }
}

/** The same amount in token units. Exact, so a payout is what was held. */
export const tokenAmount = (amount: Usd, tokenDecimals: number): bigint => amount * tokenUnit(tokenDecimals)

/** Token units in $0.00001. */
function tokenUnit(tokenDecimals: number): bigint {
  if (tokenDecimals < USD_DECIMALS) throw new Error(`A token of ${tokenDecimals} decimals cannot hold our amounts`)
  return 10n ** BigInt(tokenDecimals - USD_DECIMALS)
}

/** `isHeld`: until its sender is cleared. */
export type DepositOrder = {
  readonly member: MemberId
  readonly credited: Usd
  readonly reference: string
  readonly isHeld?: boolean
}

export const planDeposit = (
  { member, credited, reference, isHeld = false }: DepositOrder,
  ruleVersion: number,
): Plan => ({
  journals: [
    {
      source: chain,
      credits: [{ target: impact(member), amount: credited, share: 'whole' }],
      reason: 'deposit',
      reference,
      ruleVersion,
    },
  ],
  ...(isHeld && { holds: { member, amount: credited } }),
})

/**
 * Books remainders of many deposits once they add up to whole units. The reference is the running total of dust, so
 * nothing is booked twice.
 */
export const planDust = ({ before, after }: { before: Usd; after: Usd }, ruleVersion: number): Plan => ({
  journals: [
    {
      source: chain,
      credits: [{ target: dust, amount: usd(after - before), share: 'dust' }],
      reason: 'deposit',
      reference: `dust/${after}`,
      ruleVersion,
    },
  ],
})
