import type { ActivityValues } from '@trefoil/contract/activity-values'
import { showDay } from './date-format.ts'
import { messages } from './messages.ts'

type Said<V> = string | ((values: V) => string)
type Activities = { [Code in keyof ActivityValues]: Said<ActivityValues[Code]> }

/** What the server says in English, for other languages. */
const activities = messages('activities', {
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
  reversal_of_donation: ({ amount, day, why }: { amount: string; day: string; why: string }) =>
    `Reversal of your donation of ${amount} on ${day}: ${why}`,
  reversal_of_share_of_sponsor: ({ other, day, why }: { other: string; day: string; why: string }) =>
    `Reversal of your share of ${other}'s donation on ${day} (sponsor): ${why}`,
  reversal_of_share_of_level: ({
    other,
    day,
    level,
    why,
  }: {
    other: string
    day: string
    level: number
    why: string
  }) => `Reversal of your share of ${other}'s donation on ${day} (level ${level}): ${why}`,
  reversal_of_credit: ({ amount, day, why }: { amount: string; day: string; why: string }) =>
    `Reversal of the operators' credit of ${amount} on ${day}: ${why}`,
  reversal_of_earnings_moved: ({ day, why }: { day: string; why: string }) =>
    `Reversal of your move of earnings to your impact balance on ${day}: ${why}`,
  reversal_of_transfer_to: ({ other, day, why }: { other: string; day: string; why: string }) =>
    `Reversal of your transfer to ${other} on ${day}: ${why}`,
  reversal_of_transfer_from: ({ other, day, why }: { other: string; day: string; why: string }) =>
    `Reversal of the transfer from ${other} on ${day}: ${why}`,
  joined: 'You joined the programme',
  programme_began: 'The programme began',
  referral_joined: ({ name }: { name: string }) => `${name} joined with your referral code`,
  data_asked_for: 'A copy of your data was asked for',
  passcode_changed: 'Your passcode was changed',
  passcode_reset: 'Your passcode was reset by mail',
  two_factor_on: 'Two-factor authentication was turned on',
  two_factor_off: 'Two-factor authentication was turned off',
  two_factor_off_by_operator: 'Two-factor authentication was turned off by an operator',
  recovery_codes_renewed: 'Recovery codes were renewed',
  passkey_added: 'A passkey was added',
  passkey_removed: 'A passkey was removed',
  passkey_copied: 'A passkey was blocked, because there is a copy of it',
  address_set: ({ address }: { address: string }) => `Your payout address was set to ${address}`,
  email_changed: 'Your e-mail address was changed',
  email_verified: 'Your e-mail address was verified',
  email_change_undone: 'The change of your e-mail address was undone',
  frozen: 'Your account was frozen by an operator',
  unfrozen: 'Your account was unfrozen by an operator',
  agreed: 'You agreed to our documents',
  told_about_oneself: 'You told us what we asked about you',
  deposit_gone: ({ amount }: { amount: string }) =>
    `A deposit of ${amount} that had been seen is no longer part of the chain, and was not credited`,
} satisfies Activities & Record<'aMember' | 'reversed', unknown>)

type Values = Record<string, string | number>

export const { aMember } = activities

/** Undefined for one that this page does not know yet. */
export function activityIn(code: string, params: Values, isReversed: boolean): string | undefined {
  const known = activities as unknown as Record<string, Said<Values>>
  const said = Object.hasOwn(activities, code) ? known[code] : undefined
  // Who is not named is a member.
  const values = {
    ...params,
    ...(params['other'] === '' && { other: activities.aMember }),
    ...(typeof params['day'] === 'string' && { day: showDay(params['day']) }),
  }
  const what = typeof said === 'function' ? said(values) : said
  return what !== undefined && isReversed ? activities.reversed({ what }) : what
}
