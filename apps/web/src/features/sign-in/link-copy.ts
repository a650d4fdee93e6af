import { messages } from '../../lib/messages.ts'

export const signInLinkCopy = messages('signInLink', {
  email: 'Email',
  emailRequired: 'Email is required',
  ask: 'Mail Me a Link',
  sentTitle: 'Please look in your mail',
  sentText:
    'If that address belongs to an account and is verified, a link is on its way. It works once, for 30 minutes.',
  otherwise: 'No mail? Then the address may not be verified yet:',
  reset: 'reset your passcode instead',
  openText: 'Open your account in this browser? Then nobody else’s wrong passcodes keep you out here.',
  open: 'Use This Browser',
  opened: 'We know this browser now. Please sign in.',
  failed: 'Something went wrong',
})
