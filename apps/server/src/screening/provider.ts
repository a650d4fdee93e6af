import type { OwnerId } from '@trefoil/core/ledger/account'
import type { Usd } from '@trefoil/core/money'
import type { Address } from '../chain/chain.ts'

export type Moment = 'address' | 'deposit' | 'payout'

/** `address`: where it is to be paid, or where it came from. `owner`: whose it is. */
export type Question = { moment: Moment; address: Address; owner: OwnerId; amount: Usd | null }

/** `level`: how well the provider knows the member, if it says so. */
export type Answer = { result: 'clear' | 'hit'; reason: string | null; level: number | null }

export type ProviderName = 'list' | 'oracle' | 'http'

export type Provider = {
  name: ProviderName
  /** Costs nothing and may change at any moment, so no earlier answer counts. */
  isLocal: boolean
  /** Ends within its time-out. Whatever it throws means that there is no answer. */
  ask: (question: Question) => Promise<Answer>
}
