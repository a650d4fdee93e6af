import type { ProofFile } from '@trefoil/core/proofs/proof-file'
import type { Step, Verdict } from '@trefoil/core/proofs/verify'

/** What a check came to. Amounts are counts of $0.00001 as text. */
export type Checked = {
  kind: 'checked'
  /** In milliseconds since 1970. */
  at: number
  verdict: Verdict
  /** What the member was not told before. */
  news: readonly Step[]
  /** Null if the server withheld what a proof is made of. */
  proof: ProofFile | null
  /** How long the verification took, without the network. */
  tookMs: number
}

export type CheckResult =
  | Checked
  | { kind: 'none'; at: number; why: 'contract' | 'epoch' | 'log' }
  | { kind: 'unavailable'; at: number }

/** What a member reads in one line. Amounts in dollars, as core writes them. */
export type Summary = {
  at: number
  outcome: Verdict['outcome']
  balance: string
  there: string
  owed: string
  news: readonly Step[]
}
