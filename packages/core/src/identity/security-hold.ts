import { Refusal } from '../refusal.ts'

/** After a passcode reset, and after an operator turned two-factor off. */
export const SECURITY_HOLD_HOURS = 24

/** As long as the old address can undo the change. */
export const EMAIL_HOLD_HOURS = 72

/**
 * Who has just come in by mail alone gives nothing away: neither to others nor to the cause, of which shares go to those
 * above. Withdrawals are not refused but wait, as `judgePayout` says: until they are paid their owner can cancel them.
 * `heldUntil`: null once it is over.
 */
export function refuseDuringHold(heldUntil: Date | null, what: keyof typeof HOLDS): void {
  if (heldUntil) throw held(`nothing can be ${what}`, heldUntil, HOLDS[what])
}

/** Who has just come in by mail alone may have added it. So it is the second factor only, and key and passcode count. */
export function refusePasskeyAlone(heldUntil: Date | null): void {
  if (heldUntil)
    throw held(
      'sign in with private key and passcode, and with the passkey as second factor,',
      heldUntil,
      'hold_passkey',
    )
}

const HOLDS = { 'sent to other members': 'hold_sending', donated: 'hold_donating', erased: 'hold_erasing' } as const

type Hold = (typeof HOLDS)[keyof typeof HOLDS] | 'hold_passkey'

const held = (what: string, until: Date, name: Hold): Refusal =>
  new Refusal(
    'security_hold',
    `To protect you, ${what} until ${showUtc(until)}: access to your account has just changed.`,
    { name, values: { until: showUtc(until) } },
  )

const showUtc = (date: Date): string => `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`
