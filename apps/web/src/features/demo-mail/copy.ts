import { messages } from '../../lib/messages.ts'

export const demoMailCopy = messages('demoMail', {
  empty: 'No mail yet. Ask for a passcode reset, and it appears here.',
  to: 'To',
  failed: 'The outbox could not be loaded.',
  retry: 'Try again',
})
