import { Refusal } from '../refusal.ts'

export const PASSKEYS_MAX = 20

/** What an account can confirm with, besides its passcode. */
type Factors = { authenticator: boolean; passkeys: number }

/** Every passkey is a second factor: nobody who has one may be confirmed by the passcode alone. */
export const hasSecondFactor = ({ authenticator, passkeys }: Factors): boolean => authenticator || passkeys > 0

/** What to ask for. Recovery codes replace either. */
export function describeFactors({ authenticator, passkeys }: Factors): string {
  if (passkeys === 0) return 'Enter the code of your authenticator app to continue.'
  if (!authenticator) return 'Use one of your passkeys, or enter a recovery code, to continue.'
  return 'Enter the code of your authenticator app, or use one of your passkeys, to continue.'
}

export function refuseOneMorePasskey({ passkeys }: Pick<Factors, 'passkeys'>): void {
  if (passkeys >= PASSKEYS_MAX)
    throw new Refusal(
      'wrong_state',
      `You have ${PASSKEYS_MAX} passkeys, and more are not possible. Remove one first.`,
      {
        name: 'passkeys_max',
        values: { count: PASSKEYS_MAX },
      },
    )
}

/** The console is closed to accounts without a second factor, so those who work there exchange theirs, but keep one. */
export function refuseLastFactor({ role, left }: { role: string; left: Factors }): void {
  if (role !== 'member' && !hasSecondFactor(left))
    throw new Refusal('two_factor_state', 'This is your only second factor. Add another one before you remove it.', {
      name: 'only_second_factor',
    })
}

/** Browsers give passkeys to names, not to numbers: 127.0.0.1 cannot have them, localhost can. */
export const mayHavePasskeys = (hostname: string): boolean => hostname !== '' && !/^[\d.]+$|:/.test(hostname)
