import { messages, plural } from '../../lib/messages.ts'

export const depositCopy = messages('deposit', {
  scan: 'Scan QR to Deposit',
  qrLabel: 'QR code of your wallet address',
  enlarge: 'Show a large code',
  largeTitle: 'Wallet address',
  close: 'Close',
  address: 'Wallet address',
  copy: 'Copy wallet address',
  network: (token: string, network: string) => `Send ${token} on ${network} only. Anything else is lost.`,
  expires: (time: string) =>
    `This wallet address will be expired in ${time}. Please make sure to deposit within the time limit.`,
  late: 'A payment that arrives later is still yours.',
  minutes: (count: number) => plural(count, { one: `${count} minute`, other: `${count} minutes` }),
  seconds: (count: number) => plural(count, { one: `${count} second`, other: `${count} seconds` }),
  failed: 'A wallet address could not be prepared.',
  wrongAddress: 'The address that arrived is not yours, so it is not shown. Please tell support.',
  retry: 'Try again',
  testFunds: 'Send test funds',
  testFundsHint: (amount: string) => `This is a demo: ${amount} of test money arrives in a few seconds.`,
  testFundsSent: 'Test funds are on their way.',
  testFundsFailed: 'The test funds could not be sent.',
  pay: 'Pay from a wallet',
  payHint: 'Your wallet in this browser sends it. You see amount, network and address before.',
  app: {
    open: 'Open in a wallet app',
    warning:
      'This code and link also name the token and the network. Some wallets misread them and send to the token’s own contract, where money is lost. Before you approve, check that the recipient is your address above.',
    qrLabel: 'QR code of a payment request',
    link: 'Open the payment request',
    failed: 'The payment request could not be prepared.',
  },
  section: 'Deposit Details',
  recent: 'Recent Transaction',
})
