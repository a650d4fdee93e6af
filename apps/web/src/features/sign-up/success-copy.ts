import { messages } from '../../lib/messages.ts'

export const signUpSuccessCopy = messages('signUpSuccess', {
  keepSafe: 'Copy your private key now and keep it safe. You need it every time you sign in.',
  privateKey: 'Private Key',
  copyKey: 'Copy private key',
})
