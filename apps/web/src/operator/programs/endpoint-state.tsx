import { StatusDot } from '../../ui/status-dot.tsx'
import type { Endpoint } from './webhooks-api.ts'
import { webhooksCopy } from './webhooks-copy.ts'

const text = webhooksCopy.states

export function EndpointState({ endpoint }: { endpoint: Pick<Endpoint, 'state' | 'disabled_why' | 'failing_since'> }) {
  const { state, disabled_why: why, failing_since: since } = endpoint
  if (state === 'enabled' && since === null) return <StatusDot tone="positive">{text.enabled}</StatusDot>
  if (state === 'enabled') return <StatusDot tone="pending">{text.failing}</StatusDot>
  if (why === 'operator') return <StatusDot tone="calm">{text.operator}</StatusDot>
  return <StatusDot tone="danger">{why === 'gone' ? text.gone : text.failed}</StatusDot>
}
