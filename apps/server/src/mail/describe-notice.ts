import { show, usd } from '@trefoil/core/money'
import type { MailFacts } from './kinds.ts'
import type { WithdrawalStep } from './templates.ts'
import type { InboxKind } from './topics.ts'

/** What the inbox shows of a row, and where it leads. */
type ShownNotice = { title: string; text: string; link: string }

type Describe<Kind extends InboxKind> = (facts: MailFacts[Kind]) => ShownNotice

const SECURITY = '/dashboard/setting?tab=security'
const NOT_YOU = 'If it was not you, change your passcode and tell us at once.'

const security = (title: string, text: string): ShownNotice => ({ title, text: `${text} ${NOT_YOU}`, link: SECURITY })

const NOTICES: { [Kind in InboxKind]: Describe<Kind> } = {
  withdrawal: ({ state, amount, address, reference, decision }) => ({
    ...WITHDRAWAL_STEPS[state as WithdrawalStep]({
      amount: showUnits(amount),
      address,
      reason: decision ?? 'no reason was given',
    }),
    link: `/dashboard/withdraw?id=${encodeURIComponent(reference)}`,
  }),
  deposit: ({ amount, reference }) => ({
    title: `Deposit of ${showUnits(amount)} arrived`,
    text: 'It was added to your impact balance.',
    link: `/dashboard/deposit?id=${encodeURIComponent(reference)}`,
  }),
  'donations received': ({ amount }) => ({
    title: `You received ${showUnits(amount)}`,
    text: 'Your share of your team’s donations.',
    link: '/dashboard/reports?tab=earning',
  }),
  'stage reached': ({ stage }) => ({
    title: `You reached stage ${stage}`,
    text: 'Your donation opened a new earning window.',
    link: '/dashboard/donate',
  }),
  'cause update': ({ cause, slug, title, withdrawn }) => ({
    ...(withdrawn
      ? { title: 'An update was withdrawn', text: `${cause} has taken back what it told you here.` }
      : { title, text: `News from ${cause}, to which you gave.` }),
    link: `/causes/${encodeURIComponent(slug)}`,
  }),
  'case answered': ({ reference, solved }) => ({
    title: solved ? `Your case ${reference} is solved` : `Support has answered your case ${reference}`,
    text: solved ? 'If it is not, write there again.' : 'Read the answer, and write back.',
    link: `/dashboard/support?case=${reference}`,
  }),
  'new address': ({ address }) => ({
    title: 'Your payout address was changed',
    text: `It is now ${address}. ${NOT_YOU}`,
    link: '/dashboard/setting',
  }),
  'passcode changed': () => security('Your passcode was changed', 'Every other session was ended.'),
  'new device': ({ device }) =>
    security('A new sign-in to your account', `A browser that was not used before: ${device}.`),
  'two-factor on': () =>
    security('Two-factor authentication was turned on', 'Sign-in and money now ask for a second factor.'),
  'two-factor off': () => security('Two-factor authentication was turned off', 'The passcode alone opens the account.'),
  'wrong codes': () =>
    security('Wrong codes for your account', 'Somebody who has its passcode or a session of it entered several.'),
  'passkey added': () => security('A passkey was added', 'It opens the account without private key and passcode.'),
  'passkey removed': () => security('A passkey was removed', 'It no longer opens the account.'),
  'passkey copied': () => security('A passkey was blocked', 'Only a copy of it explains how it was used: remove it.'),
  'e-mail restored': () =>
    security('Your e-mail address was taken back', 'The last change of it was undone from the old address.'),
  'e-mail changed': () => security('Your e-mail address was changed', 'The old address can take it back for 72 hours.'),
}

/** Facts are what `enqueueMail` stored for that kind. */
export const describeNotice = (kind: InboxKind, facts: unknown): ShownNotice =>
  (NOTICES[kind] as (facts: unknown) => ShownNotice)(facts)

type StepFacts = { amount: string; address: string; reason: string }

const WITHDRAWAL_STEPS: Record<WithdrawalStep, (facts: StepFacts) => { title: string; text: string }> = {
  requested: ({ amount, address }) => ({
    title: `Withdrawal of ${amount} requested`,
    text: `To ${address}. The amount is held.`,
  }),
  approved: ({ amount, address }) => ({
    title: `Withdrawal of ${amount} approved`,
    text: `It leaves soon, to ${address}.`,
  }),
  claimed: ({ amount, address }) => ({ title: `Withdrawal of ${amount} is on its way`, text: `To ${address}.` }),
  failed: ({ amount }) => ({
    title: `Withdrawal of ${amount} is delayed`,
    text: 'The network did not accept the payment. It is held, and we look into it.',
  }),
  paid: ({ amount, address }) => ({ title: `Withdrawal of ${amount} paid`, text: `To ${address}.` }),
  refused: ({ amount, reason }) => ({ title: `Withdrawal of ${amount} refused`, text: `You have it back: ${reason}` }),
  cancelled: ({ amount }) => ({ title: `Withdrawal of ${amount} cancelled`, text: 'You have it back.' }),
}

const showUnits = (units: string): string => show(usd(BigInt(units)))
