import { messages } from '../../lib/messages.ts'

export const resetPasswordCopy = messages('resetPassword', {
  passcode: 'Passcode',
  passcodeHint: 'At least 12 characters. A sentence is easy to remember.',
  confirmation: 'Re-enter your passcode',
  submit: 'Reset',
  passcodeRequired: 'Passcode is required',
  confirmationRequired: 'Re-enter your passcode',
  mismatch: 'Passcodes do not match',
  succeeded: 'Password reset successfully',
  failed: 'Something went wrong',
})
