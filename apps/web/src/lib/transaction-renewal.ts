import type { StreamState } from './live.ts'
import type { Transaction } from './transactions-api.ts'

const UNDER_WAY_RENEWAL_MS = 5000

type Shown = {
  type: Transaction['type']
  rows: readonly Pick<Transaction, 'status'>[] | undefined
  stream: StreamState
}

/** How often to poll a list with pending transactions while the event stream is down; 0 means never. */
export function transactionRenewalMs({ type, rows, stream }: Shown): number {
  // Somebody who looks at the deposits has probably just paid.
  const isUnderWay = type === 'Deposit' || (rows?.some(({ status }) => status === 2 || status === 4) ?? false)
  // While connecting, it is too early to poll: the stream will be on or off in a moment.
  return isUnderWay && stream === 'off' ? UNDER_WAY_RENEWAL_MS : 0
}
