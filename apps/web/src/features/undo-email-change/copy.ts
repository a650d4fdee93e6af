import { messages } from '../../lib/messages.ts'

export const undoEmailChangeCopy = messages('undoEmailChange', {
  submit: 'Take my email back',
  succeeded: 'Your e-mail address is yours again.',
  succeededText: 'Whoever changed it knew your passcode, so it no longer works. Set a new one now.',
  setPasscode: 'Set a new passcode',
  failed: 'Something went wrong',
  noToken: 'This link is incomplete. Open it from the mail again.',
})
