import { Link, useParams } from 'react-router'
import { Card } from '../../ui/card.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from '../console.module.css'
import { operatorCopy } from '../copy.ts'
import { Facts } from '../parts/facts.tsx'
import { showInstant } from '../parts/instants.ts'
import { PersonLink } from '../parts/person-link.tsx'
import { useMayAct } from '../parts/use-may-act.ts'
import { DeliveryTable } from './delivery-table.tsx'
import { EndpointActions } from './endpoint-actions.tsx'
import { EndpointState } from './endpoint-state.tsx'
import { useWebhooksQuery, type Endpoint } from './webhooks-api.ts'
import { webhooksCopy } from './webhooks-copy.ts'

const text = webhooksCopy
const common = operatorCopy.common
const RENEWAL_MS = 5000

/** One endpoint: how it fares, and all that it was sent. */
export default function EndpointPage() {
  const id = Number(useParams()['id'])
  const { data, isError, refetch } = useWebhooksQuery(undefined, {
    pollingInterval: RENEWAL_MS,
    skipPollingIfUnfocused: true,
  })
  const mayAct = useMayAct()
  const endpoint = data?.endpoints.find((one) => one.id === id)
  const title = endpoint ? text.endpointOf(endpoint.description) : text.caption
  return (
    <div className={styles.page}>
      <Link to="/operator/programs">{text.back}</Link>
      <PageTitle documentTitle={title}>{title}</PageTitle>
      {endpoint ? (
        <>
          {mayAct ? <EndpointActions endpoint={endpoint} /> : null}
          <Card heading={text.facts}>
            <EndpointFacts endpoint={endpoint} />
          </Card>
          <DeliveryTable endpoint={endpoint} />
        </>
      ) : data ? (
        <p>{text.notFound}</p>
      ) : isError ? (
        <LoadFailure text={common.loadFailed} retryLabel={common.retry} onRetry={refetch} />
      ) : (
        <Skeleton height={320} />
      )}
    </div>
  )
}

const EndpointFacts = ({ endpoint }: { endpoint: Endpoint }) => (
  <Facts
    facts={[
      [common.state, <EndpointState key="state" endpoint={endpoint} />],
      ...(endpoint.failing_since ? [[text.failing, showInstant(endpoint.failing_since)] as const] : []),
      [text.accepted, endpoint.delivered_at === null ? text.never : showInstant(endpoint.delivered_at)],
      [text.made, showInstant(endpoint.created_at)],
      [text.madeBy, <PersonLink key="operator" person={endpoint.operator} />],
      ...(endpoint.former_until ? [[text.formerUntil, showInstant(endpoint.former_until)] as const] : []),
      [
        text.url,
        <span key="url" className={styles.mono}>
          {endpoint.url}
        </span>,
        'sentence',
      ],
      [text.events, endpoint.event_types.join(', '), 'sentence'],
    ]}
  />
)
