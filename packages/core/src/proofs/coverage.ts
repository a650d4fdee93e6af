import type { Usd } from '../money.ts'

const USD_DECIMALS = 5
const BASIS_POINTS_ALL = 10_000n

/** An older epoch says little about today. The verifier notices the same age. */
export const EPOCH_AGE_MAX_SECONDS = 2 * 86_400

/** What was counted, and what the contract saw, in the token's own units. */
export type Counted = { total: string; assets: { vault: string; treasury: string } }

export type Coverage = {
  owed: Usd
  there: Usd
  isCovered: boolean
  /** Rounded down, so that it is never all before it is. Null: nothing is owed. */
  basisPoints: bigint | null
}

/** Parts of a unit count for nothing. */
export function coverageOf({ total, assets }: Counted, tokenDecimals: number): Coverage {
  const owed = BigInt(total) as Usd
  const unit = 10n ** BigInt(tokenDecimals - USD_DECIMALS)
  const there = ((BigInt(assets.vault) + BigInt(assets.treasury)) / unit) as Usd
  const basisPoints = owed === 0n ? null : (there * BASIS_POINTS_ALL) / owed
  return { owed, there, isCovered: there >= owed, basisPoints }
}
