import { showAmount } from '../../../lib/formats.ts'
import type { Transaction } from '../../../lib/transactions-api.ts'
import { payCopy } from './copy.ts'

const text = payCopy

type Facts = {
  /** As the application shows it. */
  deposit: Pick<Transaction, 'amount' | 'status' | 'confirmations'> | undefined
  /** What was typed. */
  dollars: number
  /** A deposit with this hash was here before. */
  isKnown: boolean
  /** What the chain says, while the application shows no such deposit. */
  found: 'unknown' | 'pending' | 'failed' | 'other' | 'paid' | undefined
}

type Described = { steps: { label: string; isReached: boolean }[]; doubt: string | null; isDone: boolean }

/** A step is reached when the application or the chain says so, never because the wallet does. */
export function describePayment({ deposit, dollars, isKnown, found }: Facts): Described {
  const isDone = deposit?.status === 1
  const isSeen = deposit !== undefined || found === 'paid'
  const { seen = 0, needed = 0 } = deposit?.confirmations ?? {}
  return {
    steps: [
      { label: text.sent, isReached: isSeen || found === 'pending' },
      { label: text.seen, isReached: isSeen },
      {
        label: deposit && needed > 0 && !isDone ? text.confirmed(Math.min(seen, needed), needed) : text.confirming,
        isReached: isDone || (needed > 0 && seen >= needed),
      },
      { label: text.final, isReached: isDone },
    ],
    doubt: isKnown
      ? text.doubts.known
      : deposit
        ? deposit.amount === dollars
          ? null
          : text.doubts.amount(showAmount(deposit.amount), showAmount(dollars))
        : found === 'unknown' || found === 'failed' || found === 'other'
          ? text.doubts[found]
          : null,
    isDone,
  }
}
