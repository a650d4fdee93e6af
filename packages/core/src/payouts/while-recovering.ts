import { Refusal } from '../refusal.ts'

/** What a member seems to have may have been paid already, which the records do not know yet. */
export function refuseWhileRecovering(isRecovering: boolean): void {
  if (isRecovering)
    throw new Refusal(
      'busy',
      'Our records are being restored, and nothing can be sent until they are complete. Please try again in a few minutes.',
      { name: 'records_being_restored' },
    )
}
