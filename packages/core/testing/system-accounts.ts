import { cause, chain, dust, operations, systemAccount, type SystemAccount } from '../src/ledger/account.ts'
import { EMPTY_ACCOUNT, type SystemBalance } from '../src/ledger/member-balances.ts'

/** With two causes. */
export const SYSTEM_ACCOUNTS: readonly SystemAccount[] = [
  chain,
  cause(1),
  cause(2),
  operations,
  dust,
  ...[0, -1, -2].map((owner) => systemAccount('held', owner)),
]

export const EMPTY_SYSTEM: readonly SystemBalance[] = SYSTEM_ACCOUNTS.map((account) => ({ account, ...EMPTY_ACCOUNT }))
