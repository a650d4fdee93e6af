import { messages } from '../../../lib/messages.ts'
import type { ProblemKind, Stage } from './send-payment.ts'

export const payCopy = messages('pay', {
  title: 'Pay from a wallet',
  choose: 'Which wallet pays?',
  chosen: (wallet: string) => `Pays: ${wallet}`,
  change: 'Another wallet',
  amount: 'Amount',
  amountHint: (token: string) => `In dollars. The wallet sends as many ${token}.`,
  amountRequired: 'Enter an amount',
  review: 'Review',
  reviewNote:
    'The wallet asks you once more, and the network takes a fee there. Approve only if it shows the same amount.',
  network: 'Network',
  token: 'Token',
  address: 'To your address',
  wallet: 'Wallet',
  back: 'Back',
  close: 'Close',
  confirm: 'Open the wallet',
  stop: 'Stop waiting',
  again: 'Try again',
  failed: 'The network could not be read.',
  retry: 'Try again',
  stages: {
    connecting: 'Waiting for the wallet: let this site see your account.',
    network: 'Waiting for the wallet: it has to be on the right network.',
    sending: 'Waiting for the wallet: approve the payment there.',
  } satisfies Record<Stage, string>,
  problems: {
    rejected: () => 'You refused it in the wallet. Nothing was paid.',
    disconnected: () =>
      'The wallet is not connected to the network. Nothing was paid. Open the wallet, then try again.',
    asking: () => 'The wallet has another question open. Answer it there, then try again.',
    noAccount: () => 'The wallet shows no account. Unlock it, then try again.',
    otherChain: (network: string) =>
      `The wallet stays on another network. Nothing was paid. Switch it to ${network} yourself, then try again.`,
    unknownChain: (network: string) =>
      `The wallet does not know ${network}. Nothing was paid. Add the network in the wallet, then try again.`,
    silent: () => 'The wallet has not answered. Nothing was paid. Open it and look, then try again.',
    silentAfterSending: () =>
      'The wallet has not said what it did. Look there first: if you approve the payment later, it still arrives and appears under Deposit Details. Pay again only if you refused it.',
    noHash: () =>
      'The wallet answered without a transaction. If it has paid, the deposit appears under Deposit Details by itself.',
    notOurs: () => 'The address is not yours, so nothing was paid. Please tell support.',
    failed: () => 'The wallet could not do it. Its own message says why; often the account has too little.',
  } satisfies Record<ProblemKind, (network: string) => string>,
  progress: 'Progress of the payment',
  sent: 'Sent by the wallet',
  seen: 'Seen on the network',
  confirmed: (seen: number, needed: number) => `${seen} of ${needed} confirmations`,
  confirming: 'Confirmations',
  final: 'Final: in your impact balance',
  transaction: 'Transaction, as the wallet says',
  done: 'Your deposit is final.',
  waiting: 'You can close this. The deposit goes on by itself, under Deposit Details.',
  doubts: {
    unknown:
      'The network does not know this transaction yet. If you changed it in the wallet, it has another number. Whatever reaches your address appears under Deposit Details by itself.',
    failed: 'The network took this transaction, but it failed: nothing was paid. The wallet says why.',
    other: 'This transaction does not pay your address, so no deposit comes from it. Look into the wallet.',
    known: 'The wallet named a payment that was here before. A new one appears under Deposit Details by itself.',
    amount: (paid: string, typed: string) => `The network says that ${paid} was paid, not ${typed}.`,
  },
})
