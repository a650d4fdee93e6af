import { messages } from '../../lib/messages.ts'

export const verifyEmailCopy = messages('verifyEmail', {
  submit: 'Verify email',
  succeeded: 'Your e-mail address is verified.',
  succeededText: 'Mails about your account reach you from now on.',
  failed: 'Something went wrong',
  noToken: 'This link is incomplete. Open it from the mail again, or enter the code from the mail in your settings.',
  toSettings: 'Open settings',
})
