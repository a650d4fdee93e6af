import { messages } from '../../lib/messages.ts'

export const emailCopy = messages('email', {
  title: 'Email',
  heading: 'Your e-mail address',
  verified: 'Verified',
  unverified: 'Not verified',
  verifiedText: 'Security notices and reset links go here.',
  sentText: (email: string) =>
    `We mailed a link and a six-digit code to ${email}. Until it is verified, you get no other mails, and withdrawals wait for approval.`,
  graceText: (date: string) =>
    `Please verify it by ${date}: after that you get no other mails, and withdrawals wait for approval.`,
  verifyLabel: 'Verify your email',
  code: 'Verification code',
  codeHint: 'The six digits of the newest mail. They work for 30 minutes.',
  codeRequired: 'Code is required',
  verify: 'Verify',
  wasVerified: 'Your e-mail address is verified.',
  verifyFailed: 'That did not work. Please ask for a new mail.',
  sendAgain: 'Send again',
  sent: 'A mail with a link and a code is on its way.',
  sendFailed: 'The mail could not be sent. Please try again.',
  change: 'Change email',
  changeTitle: 'Change your email',
  changeNote:
    'Your old address gets a mail, and can undo the change for 72 hours. Until then no withdrawals, transfers to others or donations leave your account.',
  newEmail: 'New email',
  newEmailRequired: 'Email is required',
  save: 'Change email',
  changed: 'Your e-mail address was changed. Please verify the new one.',
  changeFailed: 'Your e-mail address could not be changed.',
})
