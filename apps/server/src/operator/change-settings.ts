import { Refusal } from '@trefoil/core/refusal'
import type { Tx } from '../db/database.ts'
import { changeSwitches, lockSwitches } from '../members/switches.ts'

/** With the reason for the pause, so that the second operator agrees to what the first one saw. */
export type SettingsDetails = { change: 'resume_payouts'; paused_because: string } | { change: 'silence_mail' }

export async function changeSettings(tx: Tx, details: SettingsDetails): Promise<void> {
  const { payoutsPausedWhy, mailOperators } = await lockSwitches(tx)
  if (details.change === 'silence_mail') {
    if (!mailOperators) throw alreadySilent()
    return changeSwitches(tx, { mailOperators: false })
  }
  if (payoutsPausedWhy === null) throw notPaused()
  if (payoutsPausedWhy !== details.paused_because)
    throw new Refusal(
      'wrong_state',
      `Payouts were paused anew since: ${payoutsPausedWhy}. Reject this, and look again.`,
    )
  return changeSwitches(tx, { payoutsPausedWhy: null })
}

export const notPaused = () => new Refusal('wrong_state', 'Payouts are not paused.')
export const alreadySilent = () => new Refusal('wrong_state', 'Mails to operators are already off.')
