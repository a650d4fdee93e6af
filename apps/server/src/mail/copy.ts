import { plural } from '@trefoil/core/language/translate'
import { messages } from '../languages/messages.ts'

/** What mails to members say. A paragraph begins in lower case where it goes on after the greeting. */
export const mailTexts = messages('mails', {
  hello: 'Hello,',
  helloTo: ({ name }: { name: string }) => `Hello ${name},`,
  reset: {
    subject: 'Reset your Trefoil passcode',
    open: ({ minutes }: { minutes: number }) =>
      `someone asked to reset the passcode of your Trefoil account. To choose a new one, open this link within ${minutes} minutes:`,
    notYou: 'If it was not you, do nothing: your passcode stays as it is.',
    hold: 'After a reset, withdrawals, transfers to others and donations wait for 24 hours.',
  },
  signInLink: {
    subject: 'Your Trefoil sign-in link',
    open: ({ minutes }: { minutes: number }) =>
      `somebody asked for a link to sign in to your Trefoil account in a new browser. To use it, open it in that browser within ${minutes} minutes:`,
    once: 'It works once. You still sign in as always, with everything that your account asks for.',
    notYou: 'If it was not you, do nothing: without your passcode nobody gets in.',
  },
  verify: {
    subject: 'Verify your e-mail address',
    open: 'this address was entered for a Trefoil account. If it was you, open this link:',
    code: ({ code }: { code: string }) => `Or enter this code in the settings of your account: ${code}`,
    times: ({ hours, minutes }: { hours: number; minutes: number }) =>
      `The link works for ${hours} hours, the code for ${minutes} minutes.`,
    notYou: 'If it was not you, do nothing: without verification nothing but reset and sign-in links is sent here.',
  },
  emailChanged: {
    subject: 'Your e-mail address was changed',
    hold: ({ hours }: { hours: number }) =>
      `your Trefoil account has another e-mail address now. For ${hours} hours, no money leaves the account.`,
    takeBack: 'If it was you, you need do nothing. If it was not, take your address back within that time:',
  },
  withdrawal: {
    requested: {
      subject: ({ amount }: { amount: string }) => `Your withdrawal was requested: ${amount}`,
      text: ({ amount, address }: { amount: string; address: string }) =>
        `a withdrawal of ${amount} to ${address} was requested. The amount is held.`,
    },
    approved: {
      subject: ({ amount }: { amount: string }) => `Your withdrawal was approved: ${amount}`,
      text: ({ amount, address }: { amount: string; address: string }) =>
        `your withdrawal of ${amount} to ${address} was approved and leaves soon.`,
    },
    claimed: {
      subject: ({ amount }: { amount: string }) => `Your withdrawal is on its way: ${amount}`,
      text: ({ amount, address }: { amount: string; address: string }) =>
        `your withdrawal of ${amount} is on its way to ${address}.`,
    },
    failed: {
      subject: ({ amount }: { amount: string }) => `Your withdrawal is delayed: ${amount}`,
      text: ({ amount }: { amount: string }) =>
        `the network did not accept the payment of ${amount}. It is held, and we look into it.`,
    },
    paid: {
      subject: ({ amount }: { amount: string }) => `Your withdrawal was paid: ${amount}`,
      text: ({ amount, address }: { amount: string; address: string }) =>
        `your withdrawal of ${amount} was paid to ${address}.`,
    },
    refused: {
      subject: ({ amount }: { amount: string }) => `Your withdrawal was refused: ${amount}`,
      text: ({ amount, reason }: { amount: string; reason: string }) =>
        `your withdrawal of ${amount} was refused, and you have it back: ${reason}`,
    },
    cancelled: {
      subject: ({ amount }: { amount: string }) => `Your withdrawal was cancelled: ${amount}`,
      text: ({ amount }: { amount: string }) => `you cancelled your withdrawal of ${amount}, and have it back.`,
    },
    noReason: 'no reason was given',
    follow: 'You see every step here:',
    notYou: 'If you did not ask for this, change your passcode and tell us at once.',
  },
  /** Chosen in the settings, so each of them says where to choose otherwise. */
  chosen: 'You chose to get this by mail. To choose otherwise, open your settings and then Inbox.',
  deposit: {
    subject: ({ amount }: { amount: string }) => `Your deposit of ${amount} arrived`,
    text: ({ amount }: { amount: string }) => `a deposit of ${amount} was added to your impact balance.`,
  },
  received: {
    subject: ({ amount }: { amount: string }) => `You received ${amount}`,
    text: ({ amount }: { amount: string }) => `you received ${amount}: your share of your team’s donations.`,
  },
  stage: {
    subject: ({ stage }: { stage: number }) => `You reached stage ${stage}`,
    text: ({ stage }: { stage: number }) => `with your last donation you reached stage ${stage}.`,
  },
  causeUpdate: {
    subject: ({ cause, title }: { cause: string; title: string }) => `News from ${cause}: ${title}`,
    text: ({ cause, title }: { cause: string; title: string }) => `${cause}, to which you gave, has news: ${title}`,
  },
  caseAnswered: {
    subject: ({ reference }: { reference: string }) => `An answer to your case: ${reference}`,
    text: ({ reference }: { reference: string }) =>
      `support has answered your case ${reference}. You read the answer, and write back, here:`,
    solvedSubject: ({ reference }: { reference: string }) => `Your case is solved: ${reference}`,
    solvedText: ({ reference }: { reference: string }) =>
      `support has answered your case ${reference}, and takes it to be solved. If it is not, write there again:`,
    never: 'Support never asks for your passcode, and never sends you an address to pay to.',
  },
  newAddress: {
    subject: 'Your payout address was changed',
    text: ({ address }: { address: string }) => `the payout address of your Trefoil account is now ${address}.`,
    notYou: 'Automatic payouts to it begin after a day. If it was not you, change your passcode and tell us at once:',
  },
  passcodeChanged: {
    subject: 'Your passcode was changed',
    text: 'the passcode of your Trefoil account was changed, and every other session was ended.',
    notYou: 'If it was not you, reset it now and tell us at once:',
  },
  newDevice: {
    subject: 'A new sign-in to your account',
    text: ({ device, address }: { device: string; address: string }) =>
      `somebody signed in to your Trefoil account with a browser that was not used before: ${device}, from ${address}.`,
    deviceOn: ({ browser, system }: { browser: string; system: string }) => `${browser} on ${system}`,
    unknownBrowser: 'Unknown browser',
    unknownAddress: 'an unknown address',
  },
  /** What ends every other session. */
  changePasscode: 'If it was not you, change your passcode; it ends every other session:',
  twoFactor: {
    onSubject: 'Two-factor authentication was turned on',
    on: 'your Trefoil account now asks for a code of an authenticator app, and every other session was ended.',
    offSubject: 'Two-factor authentication was turned off',
    off: 'your Trefoil account no longer asks for a code: from now on the passcode alone opens it.',
    notYou: 'If neither you did this nor an operator whom you asked for it, change your passcode and tell us at once:',
  },
  wrongCodes: {
    subject: 'Wrong codes for your account',
    text: 'several wrong codes were entered for your Trefoil account, by somebody who has its passcode or a session of it.',
  },
  passkey: {
    added: {
      subject: 'A passkey was added to your account',
      text: 'a passkey was added to your Trefoil account. It opens the account without private key and passcode.',
    },
    removed: {
      subject: 'A passkey was removed from your account',
      text: 'a passkey was removed from your Trefoil account, and no longer opens it.',
    },
    copied: {
      subject: 'A passkey of your account was blocked',
      text: 'one of the passkeys of your Trefoil account was used in a way that only a copy of it explains. It is blocked. Remove it, and add a new one.',
    },
    notYou: 'If it was not you, change your passcode, look through your passkeys and tell us at once:',
  },
  emailRestored: {
    subject: 'Your e-mail address was taken back',
    text: 'the last change of your e-mail address was undone from this address. Every session was ended, and the passcode no longer works.',
    setNew: 'Set a new one:',
  },
  several: {
    subject: ({ count, time }: { count: number; time: string }) => `${count} events since ${time}`,
    /** Of one kind only. */
    subjectOfOne: ({ what, time }: { what: string; time: string }) => `${what} since ${time}`,
    text: ({ time }: { time: string }) => `in your Trefoil account, since ${time}:`,
    why: 'We send a few mails an hour, so these share one. If it was not you, change your passcode; it ends every other session:',
  },
  /** Several of a kind as a line of one mail. */
  summaries: {
    withdrawals: ({ count }: { count: number }) =>
      plural(count, { one: `${count} step of a withdrawal`, other: `${count} steps of withdrawals` }),
    deposits: ({ count }: { count: number }) => plural(count, { one: `${count} deposit`, other: `${count} deposits` }),
    received: 'shares of donations received',
    stage: ({ stage }: { stage: number }) => `stage ${stage} reached`,
    causeUpdates: ({ count, cause }: { count: number; cause: string }) =>
      plural(count, {
        one: `${count} update from causes, the last one from ${cause}`,
        other: `${count} updates from causes, the last one from ${cause}`,
      }),
    caseAnswers: ({ count, reference }: { count: number; reference: string }) =>
      plural(count, {
        one: `${count} answer from support, the last one in case ${reference}`,
        other: `${count} answers from support, the last one in case ${reference}`,
      }),
    newAddress: ({ count, address }: { count: number; address: string }) =>
      plural(count, {
        one: `${count} change of your payout address, which is now ${address}`,
        other: `${count} changes of your payout address, which is now ${address}`,
      }),
    passcodes: ({ count }: { count: number }) =>
      plural(count, { one: `${count} change of your passcode`, other: `${count} changes of your passcode` }),
    devices: ({ count }: { count: number }) =>
      plural(count, { one: `${count} new sign-in`, other: `${count} new sign-ins` }),
    twoFactorOn: ({ count }: { count: number }) =>
      plural(count, {
        one: 'two-factor authentication turned on',
        other: `two-factor authentication turned on ${count} times`,
      }),
    twoFactorOff: ({ count }: { count: number }) =>
      plural(count, {
        one: 'two-factor authentication turned off',
        other: `two-factor authentication turned off ${count} times`,
      }),
    wrongCodes: ({ count }: { count: number }) =>
      plural(count, { one: 'several wrong codes', other: `several wrong codes ${count} times` }),
    passkeysAdded: ({ count }: { count: number }) =>
      plural(count, { one: `${count} passkey added`, other: `${count} passkeys added` }),
    passkeysRemoved: ({ count }: { count: number }) =>
      plural(count, { one: `${count} passkey removed`, other: `${count} passkeys removed` }),
    passkeysCopied: ({ count }: { count: number }) =>
      plural(count, {
        one: `${count} passkey blocked, because somebody has a copy`,
        other: `${count} passkeys blocked, because somebody has a copy`,
      }),
    emailRestored: ({ count }: { count: number }) =>
      plural(count, {
        one: 'your e-mail address taken back',
        other: `your e-mail address taken back ${count} times`,
      }),
  },
})

export type MailTexts = ReturnType<typeof mailTexts>
