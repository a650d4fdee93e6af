import type { EntryValues, ReversalValues } from '@trefoil/contract/activity-values'
import { SOURCE_LANGUAGE, type Language } from '@trefoil/core/language/languages'
import { messages } from '../languages/messages.ts'
import { describeEntry, type EntryFacts } from './describe-entry.ts'
import { meaningOfEntry } from './entry-meaning.ts'

type Said<V> = string | ((values: V) => string)
/** A statement does not name what a reversal took back: it has it as a line of its own. */
type Code = Exclude<keyof EntryValues, keyof ReversalValues>
type Entries = { [Each in Code]: Said<EntryValues[Each]> }

/** For documents in other languages. */
const entryTexts = messages('entries', {
  aMember: 'a member',
  reversed: ({ what }: { what: string }) => `${what} (reversed)`,
  deposit: ({ amount }: { amount: string }) => `Deposit of ${amount}`,
  donation: ({ amount }: { amount: string }) => `Donation of ${amount}`,
  donation_to: ({ amount, cause }: { amount: string; cause: string }) => `Donation of ${amount} to ${cause}`,
  share_of_sponsor: ({ other }: { other: string }) => `Share of ${other}'s donation (sponsor)`,
  share_of_level: ({ other, level }: { other: string; level: number }) =>
    `Share of ${other}'s donation (level ${level})`,
  earnings_moved: 'Earnings moved to your impact balance',
  transfer_from: ({ other }: { other: string }) => `Transfer from ${other}`,
  transfer_to: ({ other }: { other: string }) => `Transfer to ${other}`,
  return_requested: ({ amount }: { amount: string }) => `Return of ${amount} requested`,
  withdrawal_requested: ({ amount }: { amount: string }) => `Withdrawal of ${amount} requested`,
  withdrawal_released: ({ amount }: { amount: string }) => `Withdrawal of ${amount} given back`,
  withdrawal_paid: ({ amount }: { amount: string }) => `Withdrawal of ${amount} paid`,
  credited: 'Credited by the operators',
  credited_because: ({ why }: { why: string }) => `Credited by the operators: ${why}`,
  debited: 'Debited by the operators',
  debited_because: ({ why }: { why: string }) => `Debited by the operators: ${why}`,
  closing: ({ amount }: { amount: string }) => `${amount} given when the account was closed`,
  closing_to: ({ amount, cause }: { amount: string; cause: string }) =>
    `${amount} given to ${cause} when the account was closed`,
  reversal: 'Reversal of an earlier entry',
  reversal_because: ({ why }: { why: string }) => `Reversal of an earlier entry: ${why}`,
} satisfies Entries & Record<'aMember' | 'reversed', unknown>)

type Values = Record<string, string | number>

export function describeEntryIn(language: Language, entry: EntryFacts): string {
  if (language === SOURCE_LANGUAGE) return describeEntry(entry).description
  const texts = entryTexts(language)
  const { code, params } = meaningOfEntry({ ...entry, other: entry.other ?? texts.aMember })
  const said = texts[code as Code] as Said<Values>
  const what = typeof said === 'function' ? said(params) : said
  return entry.reversed ? texts.reversed({ what }) : what
}
