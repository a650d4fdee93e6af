import { receivedFrom } from '@trefoil/core/deposits/plan-deposit'
import { show, usd, type Usd } from '@trefoil/core/money'

type Balances = { total: string | null; vault_balance: string | null; treasury_balance: string | null }
export type Coverage = { owed: Usd; there: Usd; isCovered: boolean; sentence: string }

/** What the contract saw, beside what was counted. Parts of a unit count for nothing. */
export function describeCoverage({ total, vault_balance, treasury_balance }: Balances, decimals: number): Coverage {
  const owed = usd(BigInt(total ?? 0))
  const there = receivedFrom(BigInt(vault_balance ?? 0) + BigInt(treasury_balance ?? 0), decimals).credited
  return { owed, there, isCovered: there >= owed, sentence: `${show(there)} is there for ${show(owed)} owed` }
}
