import { CAUSE_INVARIANTS } from './cause-invariants.ts'
import { CONSENT_INVARIANTS } from './consent-invariants.ts'
import { FORMER_INVARIANTS } from './former-invariants.ts'
import { INVARIANTS, type Invariant } from './invariants.ts'
import { PROVENANCE_INVARIANTS } from './provenance-invariants.ts'
import { REVERSAL_INVARIANTS } from './reversal-invariants.ts'
import { TOTAL_INVARIANTS } from './total-invariants.ts'
import { WALLET_INVARIANTS } from './wallet-invariants.ts'

export const ALL_INVARIANTS: readonly Invariant[] = [
  ...INVARIANTS,
  ...TOTAL_INVARIANTS,
  ...REVERSAL_INVARIANTS,
  ...WALLET_INVARIANTS,
  ...PROVENANCE_INVARIANTS,
  ...FORMER_INVARIANTS,
  ...CAUSE_INVARIANTS,
  ...CONSENT_INVARIANTS,
]

/** Those that need no look at whole histories. */
export const QUICK_INVARIANTS: readonly Invariant[] = ALL_INVARIANTS.filter(({ inFullOnly }) => !inFullOnly)
