import type { EntryMeaning, NoteMeaning } from '@trefoil/contract/activity-values'
import type { Reason } from '@trefoil/core/ledger/journal'
import { negated, show, usd } from '@trefoil/core/money'
import type { EntryFacts } from './describe-entry.ts'

type Line = Pick<EntryFacts, 'source' | 'share' | 'cause' | 'why'> & { amount: string; other: string; arrives: boolean }

/** For other languages: what `describeEntry` says in English. That it was reversed since is said beside it. */
export function meaningOfEntry(entry: EntryFacts): EntryMeaning {
  const units = usd(BigInt(entry.amount))
  const arrives = units > 0n
  return MEANINGS[entry.reason]({
    ...entry,
    arrives,
    amount: show(arrives ? units : negated(units)),
    other: entry.other ?? '',
  })
}

const MEANINGS: Record<Reason, (line: Line) => EntryMeaning> = {
  deposit: ({ amount }) => ({ code: 'deposit', params: { amount } }),
  donation: ({ arrives, amount, other, share, cause }) => {
    if (arrives) return meaningOfShare(share, other)
    return cause === null
      ? { code: 'donation', params: { amount } }
      : { code: 'donation_to', params: { amount, cause } }
  },
  transfer: ({ arrives, source, other }) =>
    source === 'available'
      ? { code: 'earnings_moved', params: {} }
      : { code: arrives ? 'transfer_from' : 'transfer_to', params: { other } },
  withdrawal_held: ({ amount, source }) => ({
    code: source === 'impact' ? 'return_requested' : 'withdrawal_requested',
    params: { amount },
  }),
  withdrawal_released: ({ amount }) => ({ code: 'withdrawal_released', params: { amount } }),
  withdrawal_paid: ({ amount }) => ({ code: 'withdrawal_paid', params: { amount } }),
  adjustment: ({ arrives, why }) =>
    why === null
      ? { code: arrives ? 'credited' : 'debited', params: {} }
      : { code: arrives ? 'credited_because' : 'debited_because', params: { why } },
  closing: ({ amount, cause }) =>
    cause === null ? { code: 'closing', params: { amount } } : { code: 'closing_to', params: { amount, cause } },
  reversal: ({ why }) =>
    why === null ? { code: 'reversal', params: {} } : { code: 'reversal_because', params: { why } },
}

export function meaningOfShare(share: EntryFacts['share'], other: string): EntryMeaning {
  const level = /^level_(\d+)$/.exec(share ?? '')?.[1]
  return level === undefined
    ? { code: 'share_of_sponsor', params: { other } }
    : { code: 'share_of_level', params: { other, level: Number(level) } }
}

/** Notes are stored in English. Undefined for one that is no longer written. */
export function meaningOfNote(description: string): NoteMeaning | undefined {
  const known = NOTES[description]
  if (known !== undefined) return { code: known, params: {} } as NoteMeaning
  const [, name] = /^(.+) joined with your referral code$/su.exec(description) ?? []
  if (name !== undefined) return { code: 'referral_joined', params: { name } }
  const [, address] = /^Your payout address was set to (0x\w+)$/.exec(description) ?? []
  if (address !== undefined) return { code: 'address_set', params: { address } }
  const [, amount] = /^A deposit of (\$\S+) that had been seen is no longer part of the chain/.exec(description) ?? []
  return amount === undefined ? undefined : { code: 'deposit_gone', params: { amount } }
}

const NOTES: Partial<Record<string, NoteMeaning['code']>> = {
  'You joined the programme': 'joined',
  'The programme began': 'programme_began',
  'A copy of your data was asked for': 'data_asked_for',
  'Your passcode was changed': 'passcode_changed',
  'Your passcode was reset by mail': 'passcode_reset',
  'Two-factor authentication was turned on': 'two_factor_on',
  'Two-factor authentication was turned off': 'two_factor_off',
  'Two-factor authentication was turned off by an operator': 'two_factor_off_by_operator',
  'Recovery codes were renewed': 'recovery_codes_renewed',
  'A passkey was added': 'passkey_added',
  'A passkey was removed': 'passkey_removed',
  'A passkey was blocked, because there is a copy of it': 'passkey_copied',
  'Your e-mail address was changed': 'email_changed',
  'Your e-mail address was verified': 'email_verified',
  'The change of your e-mail address was undone': 'email_change_undone',
  'Your account was frozen by an operator': 'frozen',
  'Your account was unfrozen by an operator': 'unfrozen',
  'You agreed to our documents': 'agreed',
  'You told us what we asked about you': 'told_about_oneself',
}
