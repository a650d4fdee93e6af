import type { StreamState } from './live.ts'
import type { Transaction } from './transactions-api.ts'

const UNDER_WAY_RENEWAL_MS = 5000

type Shown = {
  type: Transaction['type']
  rows: readonly Pick<Transaction, 'status'>[] | undefined
  stream: StreamState
}

/** Where the server's events do not arrive, a list with something on its way is read again so often; 0 is never. */
export function transactionRenewalMs({ type, rows, stream }: Shown): number {
  // Who looks at the deposits has probably just paid.
  const isUnderWay = type === 'Deposit' || (rows?.some(({ status }) => status === 2 || status === 4) ?? false)
  // While it is being connected nothing is known to be missed: it will be on or off in a moment.
  return isUnderWay && stream === 'off' ? UNDER_WAY_RENEWAL_MS : 0
}
