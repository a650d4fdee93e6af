import { useState } from 'react'
import { Link } from 'react-router'
import { showCount } from '../../lib/formats.ts'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import styles from '../console.module.css'
import { operatorCopy } from '../copy.ts'
import { showInstant } from '../parts/instants.ts'
import { Prose } from '../parts/prose.tsx'
import { SmallButton } from '../parts/small-button.tsx'
import { useMayAct } from '../parts/use-may-act.ts'
import { MakeEndpointSheet } from './endpoint-sheet.tsx'
import { EndpointState } from './endpoint-state.tsx'
import { EVENT_TYPES } from './event-types.ts'
import { ShownSecret } from './shown-secret.tsx'
import { useWebhooksQuery, type Endpoint } from './webhooks-api.ts'
import { webhooksCopy } from './webhooks-copy.ts'

const text = webhooksCopy
const RENEWAL_MS = 5000

/** Who is told what happens. */
export function WebhookTable() {
  const { data, isError, refetch } = useWebhooksQuery(undefined, {
    pollingInterval: RENEWAL_MS,
    skipPollingIfUnfocused: true,
  })
  const mayAct = useMayAct()
  const [isMaking, setMaking] = useState(false)
  const [made, setMade] = useState<string>()
  return (
    <>
      <DataTable
        caption={text.caption}
        wide
        columns={COLUMNS}
        rows={data?.endpoints}
        rowKey={({ id }) => String(id)}
        emptyText={text.empty}
        failure={{ isError, onRetry: refetch }}
        tools={mayAct ? <SmallButton onClick={() => setMaking(true)}>{text.make}</SmallButton> : null}
      />
      {isMaking ? <MakeEndpointSheet onMade={setMade} onClose={() => setMaking(false)} /> : null}
      {made === undefined ? null : (
        <ShownSecret
          title={text.secretTitle}
          note={text.secretNote}
          copyLabel={text.copySecret}
          value={made}
          onClose={() => setMade(undefined)}
        />
      )}
    </>
  )
}

const COLUMNS: Column<Endpoint>[] = [
  {
    heading: text.description,
    cell: ({ id, description }) => <Link to={`/operator/programs/webhooks/${id}`}>{description}</Link>,
    breaks: 'name',
    card: 'title',
  },
  { heading: operatorCopy.common.state, cell: (endpoint) => <EndpointState endpoint={endpoint} />, card: 'value' },
  { heading: text.url, cell: ({ url }) => <span className={styles.mono}>{url}</span>, breaks: 'prose' },
  {
    heading: text.events,
    cell: ({ event_types: types }) => (
      <Prose>{types.length === EVENT_TYPES.length ? text.all : types.join(', ')}</Prose>
    ),
    breaks: 'prose',
    card: 'labelled',
  },
  {
    heading: text.accepted,
    cell: ({ delivered_at: at }) => (at === null ? text.never : showInstant(at)),
    breaks: 'moment',
    card: 'labelled',
  },
  { heading: text.waiting, cell: ({ waiting }) => showCount(waiting), align: 'end', card: 'labelled' },
  { heading: text.failed, cell: ({ failed }) => showCount(failed), align: 'end', card: 'labelled' },
]
