import { messages } from '../../lib/messages.ts'

export const withdrawCopy = messages('withdraw', {
  minimum: 'Minimum withdraw',
  available: 'Available to withdraw',
  atOnce: 'Largest withdrawal',
  leftOfMonth: 'Left of 30 days',
  ofLevel: 'These limits are those of your verification level.',
  moreAt: (level: string) =>
    `These limits are those of your verification level. More needs verification level ${level}.`,
  tooMuchForLevel: 'This is more than your verification level allows.',
  amount: 'Amount',
  amountPlaceholder: 'Enter your amount USD',
  amountRequired: 'Name is required', // slip: it is the amount that is missing
  address: 'Wallet Address',
  addressPlaceholder: 'Enter your withdraw wallet address',
  addressRequired: 'Name is required', // slip: it is the address that is missing
  useSaved: 'Use my saved address',
  source: 'What to take out',
  earnings: 'Withdraw earnings',
  earningsHint: 'What your team’s donations brought you.',
  deposit: 'Return a deposit',
  depositHint: 'What you deposited and have not spent.',
  submit: 'Confirm',
  confirmTitle: 'Withdraw these funds?',
  confirm: (amount: string) => `Withdraw ${amount}`,
  returnTitle: 'Return this deposit?',
  confirmReturn: (amount: string) => `Return ${amount}`,
  network: 'Network',
  note: 'Please compare the address letter by letter: what is sent cannot be fetched back.',
  succeeded: 'Withdraw successful!',
  failed: 'An error occurred',
  section: 'Withdrawal Details',
  recent: 'Recent Transaction',
})
