import { show } from '@trefoil/core/money'
import { coverageOf, type Coverage } from '@trefoil/core/proofs/coverage'

type Balances = { total: string | null; vault_balance: string | null; treasury_balance: string | null }

/** What the contract saw, beside what was counted. */
export function describeCoverage(
  { total, vault_balance, treasury_balance }: Balances,
  decimals: number,
): Coverage & { sentence: string } {
  const assets = { vault: vault_balance ?? '0', treasury: treasury_balance ?? '0' }
  const coverage = coverageOf({ total: total ?? '0', assets }, decimals)
  return { ...coverage, sentence: `${show(coverage.there)} is there for ${show(coverage.owed)} owed` }
}
