export const withdrawCopy = {
  minimum: 'Minimum withdraw',
  available: 'Available to withdraw',
  amount: 'Amount',
  amountPlaceholder: 'Enter your amount USD',
  amountRequired: 'Name is required', // slip: it is the amount that is missing
  address: 'Wallet Address',
  addressPlaceholder: 'Enter your withdraw wallet address',
  addressRequired: 'Name is required', // slip: it is the address that is missing
  useSaved: 'Use my saved address',
  submit: 'Confirm',
  confirmTitle: 'Withdraw these funds?',
  confirm: (amount: string) => `Withdraw ${amount}`,
  network: 'Network',
  note: 'Please compare the address letter by letter: what is sent cannot be fetched back.',
  succeeded: 'Withdraw successful!',
  failed: 'An error occurred',
  section: 'Withdrawal Details',
  recent: 'Recent Transaction',
} as const
