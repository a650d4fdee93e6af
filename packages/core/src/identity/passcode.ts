import { Refusal } from '../refusal.ts'

export const PASSCODE_LENGTH_MIN = 12
export const PASSCODE_LENGTH_MAX = 128

/** Checks length and a list of common passcodes. Composition rules make people choose worse ones. */
export function refuseWeakPasscode(passcode: string, context: { isCommon: (text: string) => boolean; email: string }) {
  const length = [...passcode].length
  if (length < PASSCODE_LENGTH_MIN)
    throw new Refusal('weak_passcode', `Choose a passcode of at least ${PASSCODE_LENGTH_MIN} characters.`)
  if (length > PASSCODE_LENGTH_MAX)
    throw new Refusal('weak_passcode', `Choose a passcode of at most ${PASSCODE_LENGTH_MAX} characters.`)
  const text = passcode.toLowerCase()
  if (context.isCommon(text) || repeats(text) || text === context.email.toLowerCase())
    throw new Refusal('weak_passcode', 'This passcode is too easy to guess. Choose another one.')
}

/** One short piece over and over: aaaaaaaaaaaa, abcabcabcabc, 121212121212. */
const repeats = (text: string): boolean => /^(.{1,4})\1+.{0,3}$/s.test(text)
