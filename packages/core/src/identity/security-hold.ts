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
export function refuseDuringHold(heldUntil: Date | null, what: 'sent to other members' | 'donated' | 'erased'): void {
  if (heldUntil) throw held(`nothing can be ${what}`, heldUntil)
}

/** Who has just come in by mail alone may have added it. So it is the second factor only, and key and passcode count. */
export function refusePasskeyAlone(heldUntil: Date | null): void {
  if (heldUntil) throw held('sign in with private key and passcode, and with the passkey as second factor,', heldUntil)
}

const held = (what: string, until: Date): Refusal =>
  new Refusal(
    'security_hold',
    `To protect you, ${what} until ${showUtc(until)}: access to your account has just changed.`,
  )

const showUtc = (date: Date): string => `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`
