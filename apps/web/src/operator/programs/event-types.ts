import type { EventType } from './webhooks-api.ts'

/** As the contract lists them: nothing of it is bundled. */
export const EVENT_TYPES = Object.keys({
  'deposit.credited': 0,
  'deposit.cleared': 0,
  'donation.made': 0,
  'transfer.made': 0,
  'withdrawal.requested': 0,
  'withdrawal.paid': 0,
  'withdrawal.cancelled': 0,
  'withdrawal.refused': 0,
  'return.requested': 0,
  'return.paid': 0,
  'return.cancelled': 0,
  'return.refused': 0,
  'payout.requested': 0,
  'payout.paid': 0,
  'payout.refused': 0,
  'adjustment.made': 0,
  'reversal.made': 0,
  'closing.made': 0,
} satisfies Record<EventType, 0>) as EventType[]
