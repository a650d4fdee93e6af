import type { Mail } from './mailer.ts'

type ResetMail = { to: string; name: string; link: string; minutes: number }

export function resetMail({ to, name, link, minutes }: ResetMail): Mail {
  return compose(to, 'Reset your Trefoil passcode', [
    `Hello ${name},`,
    `someone asked to reset the passcode of your Trefoil account. To choose a new one, open this link within ${minutes} minutes:`,
    link,
    'If it was not you, do nothing: your passcode stays as it is.',
    'After a reset, withdrawals wait for 24 hours.',
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
    `Hello ${name},`,
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
    `Hello ${name},`,
    `the payout address of your Trefoil account is now ${address}.`,
    'Automatic payouts to it begin after a day. If it was not you, change your passcode and tell us at once:',
    link,
  ])

export const passcodeChangedMail = ({ to, name, link }: { to: string; name: string; link: string }) =>
  compose(to, 'Your passcode was changed', [
    `Hello ${name},`,
    'the passcode of your Trefoil account was changed, and every other session was ended.',
    'If it was not you, reset it now and tell us at once:',
    link,
  ])

type DeviceMail = { to: string; name: string; agent: string; address: string; link: string }

export const newDeviceMail = ({ to, name, agent, address, link }: DeviceMail) =>
  compose(to, 'A new sign-in to your account', [
    `Hello ${name},`,
    `somebody signed in to your Trefoil account with a browser that was not used before: ${agent}, from ${address}.`,
    'If it was not you, change your passcode; it ends every other session:',
    link,
  ])

type TwoFactorMail = { to: string; name: string; isOn: boolean; link: string }

export const twoFactorMail = ({ to, name, isOn, link }: TwoFactorMail) =>
  compose(to, `Two-factor authentication was turned ${isOn ? 'on' : 'off'}`, [
    `Hello ${name},`,
    isOn
      ? 'your Trefoil account now asks for a code of an authenticator app, and every other session was ended.'
      : 'your Trefoil account no longer asks for a code: from now on the passcode alone opens it.',
    'If neither you did this nor an operator whom you asked for it, change your passcode and tell us at once:',
    link,
  ])

export const wrongCodesMail = ({ to, name, link }: { to: string; name: string; link: string }) =>
  compose(to, 'Wrong codes for your account', [
    `Hello ${name},`,
    'several wrong codes were entered for your Trefoil account, by somebody who has its passcode or a session of it.',
    'If it was not you, change your passcode; it ends every other session:',
    link,
  ])

type OperatorsMail = { to: string; name: string; lines: string[]; link: string }

export const operatorsMail = ({ to, name, lines, link }: OperatorsMail) =>
  compose(to, `${lines.length === 1 ? 'Something waits' : `${lines.length} things wait`} for an operator`, [
    `Hello ${name},`,
    ...lines,
    link,
  ])

/** The same text twice: as plain text, and as simple HTML with a link. */
function compose(to: string, subject: string, paragraphs: string[]): Mail {
  const html = paragraphs.map((text) => `<p>${/^https?:\/\//.test(text) ? anchor(text) : escapeHtml(text)}</p>`)
  return { to, subject, text: `${paragraphs.join('\n\n')}\n`, html: html.join('\n') }
}

const anchor = (link: string) => `<a href="${escapeHtml(link)}">${escapeHtml(link)}</a>`

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
