import { messages } from '../../lib/messages.ts'

export const forgotPasswordCopy = messages('forgotPassword', {
  email: 'Email',
  ask: 'Submit',
  emailRequired: 'email is required', // slip: lower case
  succeeded: 'Reset credentials set to your email.', // slip: "set" for "sent"
  failed: 'Something went wrong',
  sentTitle: 'Please look in your mail',
  sentText:
    'If that address belongs to an account, a link is on its way. It works once, for as long as the mail says. While it works, no other one is sent.',
})
