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
export function refuseDuringHold(heldUntil: Date | null, what: 'sent to other members' | 'donated'): void {
  if (heldUntil)
    throw new Refusal(
      'security_hold',
      `To protect you, nothing can be ${what} until ${showUtc(heldUntil)}: access to your account has just changed.`,
    )
}

const showUtc = (date: Date): string => `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`
