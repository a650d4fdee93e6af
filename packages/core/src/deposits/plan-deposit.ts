import { usd, USD_DECIMALS, type Usd } from '../money.ts'
import { chain, dust, impact, type MemberId } from '../ledger/account.ts'
import type { Plan } from '../ledger/book.ts'

/** What arrived on the chain, in whole units of ours and what is left below one. */
export type Received = { readonly credited: Usd; readonly remainder: bigint }

/** Rounds down: a member is credited no fraction that cannot be counted. */
export function receivedFrom(value: bigint, tokenDecimals: number): Received {
  const unit = tokenUnit(tokenDecimals)
  return { credited: usd(value / unit), remainder: value % unit }
}

/** The same amount in units of the token: exact, so what is paid out is what was held. */
export const tokenAmount = (amount: Usd, tokenDecimals: number): bigint => amount * tokenUnit(tokenDecimals)

/** How much of the token is $0.00001. */
function tokenUnit(tokenDecimals: number): bigint {
  if (tokenDecimals < USD_DECIMALS) throw new Error(`A token of ${tokenDecimals} decimals cannot hold our amounts`)
  return 10n ** BigInt(tokenDecimals - USD_DECIMALS)
}

export type DepositOrder = { readonly member: MemberId; readonly credited: Usd; readonly reference: string }

export const planDeposit = ({ member, credited, reference }: DepositOrder, ruleVersion: number): Plan => ({
  journals: [
    {
      source: chain,
      credits: [{ target: impact(member), amount: credited, share: 'whole' }],
      reason: 'deposit',
      reference,
      ruleVersion,
    },
  ],
})

/**
 * Remainders of many deposits that together make whole units. The reference counts all dust ever collected, so the
 * same is never collected twice.
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
