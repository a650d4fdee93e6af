import { StatusDot } from '../../ui/status-dot.tsx'
import type { Delivery } from './webhooks-api.ts'
import { webhooksCopy } from './webhooks-copy.ts'

const text = webhooksCopy
const TONES = { waiting: 'calm', retrying: 'pending', delivered: 'positive', failed: 'danger' } as const

export function DeliveryState({ delivery: { state, attempts } }: { delivery: Delivery }) {
  const shown = state === 'waiting' && attempts > 0 ? 'retrying' : state
  return <StatusDot tone={TONES[shown]}>{text.deliveryStates[shown]}</StatusDot>
}

type Answered = { status: number | null; problem: string | null }

/** What the receiver said, or why it said nothing. */
export const describeAnswer = ({ status, problem }: Answered): string =>
  status === null ? (problem ?? text.noAnswer) : text.status(status)
