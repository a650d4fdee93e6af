import type { Mail } from './mailer.ts'

type MailedLink = { to: string; name: string; link: string; minutes: number }

export function resetMail({ to, name, link, minutes }: MailedLink): Mail {
  return compose(to, 'Reset your Trefoil passcode', [
    greet(name),
    `someone asked to reset the passcode of your Trefoil account. To choose a new one, open this link within ${minutes} minutes:`,
    link,
    'If it was not you, do nothing: your passcode stays as it is.',
    'After a reset, withdrawals, transfers to others and donations wait for 24 hours.',
  ])
}

export function signInLinkMail({ to, name, link, minutes }: MailedLink): Mail {
  return compose(to, 'Your Trefoil sign-in link', [
    greet(name),
    `somebody asked for a link to sign in to your Trefoil account in a new browser. To use it, open it in that browser within ${minutes} minutes:`,
    link,
    'It works once. You still sign in as always, with everything that your account asks for.',
    'If it was not you, do nothing: without your passcode nobody gets in.',
  ])
}

export type WithdrawalStep = 'requested' | 'approved' | 'claimed' | 'failed' | 'paid' | 'refused' | 'cancelled'

type WithdrawalMail = {
  to: string
  name: string
  step: WithdrawalStep
  amount: string
  address: string
  reason: string | null
  link: string
}

export function withdrawalMail({ to, name, step, amount, address, reason, link }: WithdrawalMail): Mail {
  const { subject, sentence } = WITHDRAWAL_STEPS[step]
  return compose(to, `${subject}: ${amount}`, [
    greet(name),
    sentence({ amount, address, reason: reason ?? 'no reason was given' }),
    'You see every step here:',
    link,
    'If you did not ask for this, change your passcode and tell us at once.',
  ])
}

type StepFacts = { amount: string; address: string; reason: string }

const WITHDRAWAL_STEPS: Record<WithdrawalStep, { subject: string; sentence: (facts: StepFacts) => string }> = {
  requested: {
    subject: 'Your withdrawal was requested',
    sentence: ({ amount, address }) => `a withdrawal of ${amount} to ${address} was requested. The amount is held.`,
  },
  approved: {
    subject: 'Your withdrawal was approved',
    sentence: ({ amount, address }) => `your withdrawal of ${amount} to ${address} was approved and leaves soon.`,
  },
  claimed: {
    subject: 'Your withdrawal is on its way',
    sentence: ({ amount, address }) => `your withdrawal of ${amount} is on its way to ${address}.`,
  },
  failed: {
    subject: 'Your withdrawal is delayed',
    sentence: ({ amount }) => `the network did not accept the payment of ${amount}. It is held, and we look into it.`,
  },
  paid: {
    subject: 'Your withdrawal was paid',
    sentence: ({ amount, address }) => `your withdrawal of ${amount} was paid to ${address}.`,
  },
  refused: {
    subject: 'Your withdrawal was refused',
    sentence: ({ amount, reason }) => `your withdrawal of ${amount} was refused, and you have it back: ${reason}`,
  },
  cancelled: {
    subject: 'Your withdrawal was cancelled',
    sentence: ({ amount }) => `you cancelled your withdrawal of ${amount}, and have it back.`,
  },
}

/** Chosen in the settings, so each of them says where to choose otherwise. */
const CHOSEN = 'You chose to get this by mail. To choose otherwise, open your settings and then Inbox.'

export const depositMail = ({ to, name, amount, link }: { to: string; name: string; amount: string; link: string }) =>
  compose(to, `Your deposit of ${amount} arrived`, [
    greet(name),
    `a deposit of ${amount} was added to your impact balance.`,
    link,
    CHOSEN,
  ])

type ReceivedMail = { to: string; name: string; amount: string; link: string }

export const donationsReceivedMail = ({ to, name, amount, link }: ReceivedMail) =>
  compose(to, `You received ${amount}`, [
    greet(name),
    `you received ${amount}: your share of your team’s donations.`,
    link,
    CHOSEN,
  ])

export const stageReachedMail = ({
  to,
  name,
  stage,
  link,
}: {
  to: string
  name: string
  stage: number
  link: string
}) =>
  compose(to, `You reached stage ${stage}`, [
    greet(name),
    `with your last donation you reached stage ${stage}.`,
    link,
    CHOSEN,
  ])

type CauseUpdateMail = { to: string; name: string; cause: string; title: string; link: string }

export const causeUpdateMail = ({ to, name, cause, title, link }: CauseUpdateMail) =>
  compose(to, `News from ${cause}: ${title}`, [
    greet(name),
    `${cause}, to which you gave, has news: ${title}`,
    link,
    CHOSEN,
  ])

type CaseMail = { to: string; name: string; reference: string; solved: boolean; link: string }

export const caseAnsweredMail = ({ to, name, reference, solved, link }: CaseMail) =>
  compose(to, `${solved ? 'Your case is solved' : 'An answer to your case'}: ${reference}`, [
    greet(name),
    solved
      ? `support has answered your case ${reference}, and takes it to be solved. If it is not, write there again:`
      : `support has answered your case ${reference}. You read the answer, and write back, here:`,
    link,
    'Support never asks for your passcode, and never sends you an address to pay to.',
  ])

export const newAddressMail = ({
  to,
  name,
  address,
  link,
}: {
  to: string
  name: string
  address: string
  link: string
}) =>
  compose(to, 'Your payout address was changed', [
    greet(name),
    `the payout address of your Trefoil account is now ${address}.`,
    'Automatic payouts to it begin after a day. If it was not you, change your passcode and tell us at once:',
    link,
  ])

export const passcodeChangedMail = ({ to, name, link }: { to: string; name: string; link: string }) =>
  compose(to, 'Your passcode was changed', [
    greet(name),
    'the passcode of your Trefoil account was changed, and every other session was ended.',
    'If it was not you, reset it now and tell us at once:',
    link,
  ])

type DeviceMail = { to: string; name: string; device: string; address: string; link: string }

export const newDeviceMail = ({ to, name, device, address, link }: DeviceMail) =>
  compose(to, 'A new sign-in to your account', [
    greet(name),
    `somebody signed in to your Trefoil account with a browser that was not used before: ${device}, from ${address}.`,
    'If it was not you, change your passcode; it ends every other session:',
    link,
  ])

type TwoFactorMail = { to: string; name: string; isOn: boolean; link: string }

export const twoFactorMail = ({ to, name, isOn, link }: TwoFactorMail) =>
  compose(to, `Two-factor authentication was turned ${isOn ? 'on' : 'off'}`, [
    greet(name),
    isOn
      ? 'your Trefoil account now asks for a code of an authenticator app, and every other session was ended.'
      : 'your Trefoil account no longer asks for a code: from now on the passcode alone opens it.',
    'If neither you did this nor an operator whom you asked for it, change your passcode and tell us at once:',
    link,
  ])

export const wrongCodesMail = ({ to, name, link }: { to: string; name: string; link: string }) =>
  compose(to, 'Wrong codes for your account', [
    greet(name),
    'several wrong codes were entered for your Trefoil account, by somebody who has its passcode or a session of it.',
    'If it was not you, change your passcode; it ends every other session:',
    link,
  ])

type PasskeyMail = { to: string; name: string; event: 'added' | 'removed' | 'copied'; link: string }

/** Without the passkey's name: a stranger may have chosen it. */
export const passkeyMail = ({ to, name, event, link }: PasskeyMail) =>
  compose(to, PASSKEY_EVENTS[event].subject, [
    greet(name),
    PASSKEY_EVENTS[event].sentence,
    'If it was not you, change your passcode, look through your passkeys and tell us at once:',
    link,
  ])

const PASSKEY_EVENTS = {
  added: {
    subject: 'A passkey was added to your account',
    sentence: 'a passkey was added to your Trefoil account. It opens the account without private key and passcode.',
  },
  removed: {
    subject: 'A passkey was removed from your account',
    sentence: 'a passkey was removed from your Trefoil account, and no longer opens it.',
  },
  copied: {
    subject: 'A passkey of your account was blocked',
    sentence:
      'one of the passkeys of your Trefoil account was used in a way that only a copy of it explains. It is blocked. Remove it, and add a new one.',
  },
} as const
type VerifyMail = { to: string; name: string; link: string; code: string; minutes: number; hours: number }

/** For somebody who may never have heard of us: it says what to do if it was not them. */
export const verifyEmailMail = ({ to, name, link, code, minutes, hours }: VerifyMail) =>
  compose(to, 'Verify your e-mail address', [
    greet(name),
    'this address was entered for a Trefoil account. If it was you, open this link:',
    link,
    `Or enter this code in the settings of your account: ${code}`,
    `The link works for ${hours} hours, the code for ${minutes} minutes.`,
    'If it was not you, do nothing: without verification nothing but reset and sign-in links is sent here.',
  ])

type EmailChangedMail = { to: string; name: string; link: string; hours: number }

export const emailChangedMail = ({ to, name, link, hours }: EmailChangedMail) =>
  compose(to, 'Your e-mail address was changed', [
    greet(name),
    `your Trefoil account has another e-mail address now. For ${hours} hours, no money leaves the account.`,
    'If it was you, you need do nothing. If it was not, take your address back within that time:',
    link,
  ])

export const emailRestoredMail = ({ to, name, link }: { to: string; name: string; link: string }) =>
  compose(to, 'Your e-mail address was taken back', [
    greet(name),
    'the last change of your e-mail address was undone from this address. Every session was ended, and the passcode no longer works.',
    'Set a new one:',
    link,
  ])

type SeveralNotices = { to: string; name: string; lines: string[]; count: number; since: Date; link: string }

export function severalNoticesMail({ to, name, lines, count, since, link }: SeveralNotices): Mail {
  const time = `${since.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  const subject = lines.length === 1 ? `${capitalised(lines[0] ?? '')} since ${time}` : `${count} events since ${time}`
  return compose(to, subject, [
    greet(name),
    `in your Trefoil account, since ${time}:`,
    ...lines.map((line) => `– ${line}`),
    'We send a few mails an hour, so these share one. If it was not you, change your passcode; it ends every other session:',
    link,
  ])
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

type OperatorsMail = { to: string; name: string; lines: string[]; link: string }

export const operatorsMail = ({ to, name, lines, link }: OperatorsMail) =>
  compose(to, `${lines.length === 1 ? 'Something waits' : `${lines.length} things wait`} for an operator`, [
    greet(name),
    ...lines,
    link,
  ])

const greet = (name: string): string => (name === '' ? 'Hello,' : `Hello ${name},`)

/** The same text twice: as plain text, and as simple HTML with a link. */
function compose(to: string, subject: string, paragraphs: string[]): Mail {
  const html = paragraphs.map((text) => `<p>${/^https?:\/\//.test(text) ? anchor(text) : escapeHtml(text)}</p>`)
  return { to, subject, text: `${paragraphs.join('\n\n')}\n`, html: html.join('\n') }
}

const anchor = (link: string) => `<a href="${escapeHtml(link)}">${escapeHtml(link)}</a>`

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
