import type { NoticeValues } from '@trefoil/contract/notice-values'
import { messages } from '../../lib/messages.ts'

type Said<V> = string | ((values: V) => string)
type Notices = { [Code in keyof NoticeValues]: { title: Said<NoticeValues[Code]>; text: Said<NoticeValues[Code]> } }

/** What the server says in English, for other languages. */
const notices = messages('notices', {
  withdrawal_requested: {
    title: ({ amount }: { amount: string }) => `Withdrawal of ${amount} requested`,
    text: ({ address }: { address: string }) => `To ${address}. The amount is held.`,
  },
  withdrawal_approved: {
    title: ({ amount }: { amount: string }) => `Withdrawal of ${amount} approved`,
    text: ({ address }: { address: string }) => `It leaves soon, to ${address}.`,
  },
  withdrawal_claimed: {
    title: ({ amount }: { amount: string }) => `Withdrawal of ${amount} is on its way`,
    text: ({ address }: { address: string }) => `To ${address}.`,
  },
  withdrawal_failed: {
    title: ({ amount }: { amount: string }) => `Withdrawal of ${amount} is delayed`,
    text: 'The network did not accept the payment. It is held, and we look into it.',
  },
  withdrawal_paid: {
    title: ({ amount }: { amount: string }) => `Withdrawal of ${amount} paid`,
    text: ({ address }: { address: string }) => `To ${address}.`,
  },
  withdrawal_refused: {
    title: ({ amount }: { amount: string }) => `Withdrawal of ${amount} refused`,
    text: ({ reason }: { reason: string }) => `You have it back: ${reason}`,
  },
  withdrawal_refused_unexplained: {
    title: ({ amount }: { amount: string }) => `Withdrawal of ${amount} refused`,
    text: 'You have it back: no reason was given',
  },
  withdrawal_cancelled: {
    title: ({ amount }: { amount: string }) => `Withdrawal of ${amount} cancelled`,
    text: 'You have it back.',
  },
  deposit: {
    title: ({ amount }: { amount: string }) => `Deposit of ${amount} arrived`,
    text: 'It was added to your impact balance.',
  },
  donations_received: {
    title: ({ amount }: { amount: string }) => `You received ${amount}`,
    text: 'Your share of your team’s donations.',
  },
  stage_reached: {
    title: ({ stage }: { stage: number }) => `You reached stage ${stage}`,
    text: 'Your donation opened a new earning window.',
  },
  cause_update: {
    title: ({ title }: { title: string }) => title,
    text: ({ cause }: { cause: string }) => `News from ${cause}, to which you gave.`,
  },
  cause_update_withdrawn: {
    title: 'An update was withdrawn',
    text: ({ cause }: { cause: string }) => `${cause} has taken back what it told you here.`,
  },
  case_answered: {
    title: ({ reference }: { reference: string }) => `Support has answered your case ${reference}`,
    text: 'Read the answer, and write back.',
  },
  case_solved: {
    title: ({ reference }: { reference: string }) => `Your case ${reference} is solved`,
    text: 'If it is not, write there again.',
  },
  new_address: {
    title: 'Your payout address was changed',
    text: ({ address }: { address: string }) =>
      `It is now ${address}. If it was not you, change your passcode and tell us at once.`,
  },
  passcode_changed: {
    title: 'Your passcode was changed',
    text: 'Every other session was ended. If it was not you, change your passcode and tell us at once.',
  },
  new_device: {
    title: 'A new sign-in to your account',
    text: ({ browser, system }: { browser: string; system: string }) =>
      `A browser that was not used before: ${browser} on ${system}. If it was not you, change your passcode and tell us at once.`,
  },
  new_device_unknown: {
    title: 'A new sign-in to your account',
    text: 'A browser that was not used before. If it was not you, change your passcode and tell us at once.',
  },
  two_factor_on: {
    title: 'Two-factor authentication was turned on',
    text: 'Sign-in and money now ask for a second factor. If it was not you, change your passcode and tell us at once.',
  },
  two_factor_off: {
    title: 'Two-factor authentication was turned off',
    text: 'The passcode alone opens the account. If it was not you, change your passcode and tell us at once.',
  },
  wrong_codes: {
    title: 'Wrong codes for your account',
    text: 'Somebody who has its passcode or a session of it entered several. If it was not you, change your passcode and tell us at once.',
  },
  passkey_added: {
    title: 'A passkey was added',
    text: 'It opens the account without private key and passcode. If it was not you, change your passcode and tell us at once.',
  },
  passkey_removed: {
    title: 'A passkey was removed',
    text: 'It no longer opens the account. If it was not you, change your passcode and tell us at once.',
  },
  passkey_copied: {
    title: 'A passkey was blocked',
    text: 'Only a copy of it explains how it was used: remove it. If it was not you, change your passcode and tell us at once.',
  },
  email_restored: {
    title: 'Your e-mail address was taken back',
    text: 'The last change of it was undone from the old address. If it was not you, change your passcode and tell us at once.',
  },
  email_changed: {
    title: 'Your e-mail address was changed',
    text: 'The old address can take it back for 72 hours. If it was not you, change your passcode and tell us at once.',
  },
} satisfies Notices)

type Values = Record<string, string | number>
type Known = Record<string, { title: Said<Values>; text: Said<Values> } | undefined>

/** Undefined for one that this page does not know yet. */
export function noticeIn(code: string, params: Values): { title: string; text: string } | undefined {
  const known = Object.hasOwn(notices, code) ? (notices as unknown as Known)[code] : undefined
  const say = (said: Said<Values>) => (typeof said === 'function' ? said(params) : said)
  return known && { title: say(known.title), text: say(known.text) }
}
