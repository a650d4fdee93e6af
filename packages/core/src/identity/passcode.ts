import type { RefusalDetail } from '../refusal-detail.ts'
import { Refusal } from '../refusal.ts'

export const PASSCODE_LENGTH_MIN = 12
const PASSCODE_LENGTH_MAX = 128

/** zxcvbn's scale from 0 to 4: 3 withstands ten million guesses at the speed that a stolen database would allow. */
const SCORE_MIN = 3
/** What is judged: the time to judge grows with the length, and the rest can only add to the strength. */
const JUDGED_LENGTH = 32
/** Shorter parts of a name or an address are in too many words. */
const PERSONAL_LENGTH_MIN = 3

const PRODUCT_WORDS = ['trefoil']

/** Cost of one argon2id hash of a passcode, in KiB and passes, which is also the cost of each guess at a stolen hash. */
export type PasscodeCost = { readonly memoryCost: number; readonly timeCost: number; readonly parallelism: number }

export const PASSCODE_COST: PasscodeCost = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }

/** Whose passcode it is. Empty texts if that is not known. */
export type PasscodeOwner = { readonly name: string; readonly email: string }

/** zxcvbn's score of a text. */
export type Score = (text: string) => number

/** What is wrong with the passcode, or undefined. No composition rules: they make people choose worse. */
export function passcodeFault(passcode: string, owner: PasscodeOwner, score: Score): PasscodeFault | undefined {
  const length = [...passcode].length
  if (length < PASSCODE_LENGTH_MIN) return 'tooShort'
  if (length > PASSCODE_LENGTH_MAX) return 'tooLong'
  if (repeats(passcode.toLowerCase())) return 'tooEasy'
  const rest = withoutWords(passcode, [...PRODUCT_WORDS, ...personalWords(owner)])
  if (score([...rest].slice(0, JUDGED_LENGTH).join('')) >= SCORE_MIN) return undefined
  return rest === passcode ? 'tooEasy' : 'tooPersonal'
}

export function refuseWeakPasscode(passcode: string, owner: PasscodeOwner, score: Score): void {
  const fault = passcodeFault(passcode, owner, score)
  if (fault !== undefined) throw new Refusal('weak_passcode', PASSCODE_FAULTS[fault], DETAILS[fault])
}

const DETAILS = {
  tooShort: { name: 'passcode_too_short', values: { count: PASSCODE_LENGTH_MIN } },
  tooLong: { name: 'passcode_too_long', values: { count: PASSCODE_LENGTH_MAX } },
  // What the code alone means.
  tooEasy: undefined,
  tooPersonal: { name: 'passcode_too_personal' },
} as const satisfies Record<string, RefusalDetail | undefined>

export const PASSCODE_FAULTS = {
  tooShort: `Choose a passcode of at least ${PASSCODE_LENGTH_MIN} characters.`,
  tooLong: `Choose a passcode of at most ${PASSCODE_LENGTH_MAX} characters.`,
  tooEasy: 'This passcode is too easy to guess. Choose another one: a sentence is good.',
  tooPersonal: 'Besides your name, your e-mail address and ours, too little is left to guess. Choose another one.',
} as const

export type PasscodeFault = keyof typeof PASSCODE_FAULTS

/** One short piece over and over: aaaaaaaaaaaa, abcabcabcabc, 121212121212. */
const repeats = (text: string): boolean => /^(.{1,4})\1+.{0,3}$/su.test(text)

/** The parts of the name and of the address. Top-level domains are too short to matter. */
const personalWords = ({ name, email }: PasscodeOwner): string[] =>
  `${name} ${email}`
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => [...word].length >= PERSONAL_LENGTH_MIN)

/** Longest first, so that a word within a word does not hide it. A space stays, so that nothing new is formed. */
function withoutWords(passcode: string, words: readonly string[]): string {
  const found = words.toSorted((a, b) => b.length - a.length).map((word) => [...word].map(alike).join(''))
  return passcode.replace(new RegExp(found.join('|'), 'giu'), ' ')
}

/** A letter, or what is often typed in its place. */
const alike = (letter: string): string => REPLACED[letter] ?? letter

const REPLACED: Record<string, string> = {
  a: '[a4@]',
  e: '[e3]',
  g: '[g69]',
  i: '[i1!|]',
  l: '[l1|]',
  o: '[o0]',
  s: '[s5$]',
  t: '[t7+]',
}
