import type { PasscodeFault } from '@trefoil/core/identity/passcode'
import { messages } from './messages.ts'

/** What is wrong with a passcode, as the server says it. */
export const passcodeCopy = messages('passcodeFaults', {
  tooShort: 'Choose a passcode of at least 12 characters.',
  tooLong: 'Choose a passcode of at most 128 characters.',
  tooEasy: 'This passcode is too easy to guess. Choose another one: a sentence is good.',
  tooPersonal: 'Besides your name, your e-mail address and ours, too little is left to guess. Choose another one.',
} satisfies Record<PasscodeFault, string>)
