import { SOURCE_LANGUAGE } from '@trefoil/core/language/languages'
import { language } from './language.ts'
import { messages } from './messages.ts'

/** Words that the server sends as such, because the specification has them in its replies. */
const words = messages('serverWords', {
  types: {
    Deposit: 'Deposit',
    Withdrawal: 'Withdrawal',
    Donation: 'Donation',
    Earning: 'Earning',
    Transfer: 'Transfer',
    Adjustment: 'Adjustment',
    Closing: 'Closing',
    Reversal: 'Reversal',
    Joined: 'Joined',
    Referral: 'Referral',
    Security: 'Security',
    Profile: 'Profile',
  },
  positions: { left: 'left', center: 'center', right: 'right' },
})

export const typeWord = (type: string): string => wordIn(words.types, type)

export const positionWord = (position: string): string => wordIn(words.positions, position)

/** The server says in English that something worked; other languages have a sentence of their own for it. */
export const serverSentence = (sentence: string, own: string): string =>
  (language === SOURCE_LANGUAGE ? sentence : '') || own

/** A word that is not known here is shown as it is. */
const wordIn = (known: Record<string, string>, word: string): string =>
  (Object.hasOwn(known, word) ? known[word] : '') || word
