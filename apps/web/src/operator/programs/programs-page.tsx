import { useState } from 'react'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import styles from '../console.module.css'
import { operatorCopy } from '../copy.ts'
import { ActionSheet } from '../parts/action-sheet.tsx'
import { showInstant } from '../parts/instants.ts'
import { PersonLink } from '../parts/person-link.tsx'
import { Prose } from '../parts/prose.tsx'
import { SmallButton } from '../parts/small-button.tsx'
import { useMayAct } from '../parts/use-may-act.ts'
import { useApiKeysQuery, useRevokeApiKeyMutation, type ApiKey } from './api.ts'
import { programsCopy } from './copy.ts'
import { MakeKeySheet } from './make-key-sheet.tsx'
import { ShownSecret } from './shown-secret.tsx'
import { WebhookTable } from './webhook-table.tsx'

const text = programsCopy
const common = operatorCopy.common

export default function ProgramsPage() {
  const { data, isError, refetch } = useApiKeysQuery()
  const mayAct = useMayAct()
  const [isMaking, setMaking] = useState(false)
  const [made, setMade] = useState<string>()
  const [revoked, setRevoked] = useState<ApiKey>()
  return (
    <div className={styles.page}>
      <ScreenTitle />
      <DataTable
        caption={text.caption}
        wide
        columns={mayAct ? [...COLUMNS, revoking(setRevoked)] : COLUMNS}
        rows={data?.keys}
        rowKey={({ id }) => String(id)}
        emptyText={text.empty}
        failure={{ isError, onRetry: refetch }}
        tools={mayAct ? <SmallButton onClick={() => setMaking(true)}>{text.make}</SmallButton> : null}
      />
      <WebhookTable />
      {isMaking ? <MakeKeySheet onMade={setMade} onClose={() => setMaking(false)} /> : null}
      {made === undefined ? null : (
        <ShownSecret
          title={text.shownTitle}
          note={text.shownNote}
          copyLabel={text.copyKey}
          value={made}
          onClose={() => setMade(undefined)}
        />
      )}
      {revoked ? <RevokeSheet apiKey={revoked} onClose={() => setRevoked(undefined)} /> : null}
    </div>
  )
}

function RevokeSheet({ apiKey: { id, name }, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const [revoke] = useRevokeApiKeyMutation()
  return (
    <ActionSheet
      title={text.revokeTitle}
      facts={[{ label: text.name, value: name }]}
      note={text.revokeNote}
      confirmLabel={text.revoke}
      reasonLabel={operatorCopy.act.reason}
      act={(why) => revoke({ id, why }).unwrap()}
      onClose={onClose}
    />
  )
}

const TONES = { active: 'positive', expired: 'calm', revoked: 'calm' } as const

const COLUMNS: Column<ApiKey>[] = [
  { heading: text.name, cell: ({ name }) => name, breaks: 'name', card: 'title' },
  {
    heading: common.state,
    cell: ({ state }) => <StatusDot tone={TONES[state]}>{text.states[state]}</StatusDot>,
    card: 'value',
  },
  {
    heading: text.reads,
    cell: ({ scopes }) => <Prose>{scopes.map((scope) => text.parts[scope]).join(', ')}</Prose>,
    breaks: 'prose',
    card: 'labelled',
  },
  { heading: text.madeBy, cell: ({ operator }) => <PersonLink person={operator} />, breaks: 'name', card: 'labelled' },
  { heading: text.made, cell: ({ created_at }) => showInstant(created_at), breaks: 'moment', card: 'labelled' },
  { heading: text.ends, cell: ({ expires_at }) => showInstant(expires_at), breaks: 'moment', card: 'labelled' },
  {
    heading: text.used,
    cell: ({ last_used_at }) => (last_used_at === null ? text.never : showInstant(last_used_at)),
    breaks: 'moment',
    card: 'labelled',
  },
]

const revoking = (onRevoke: (key: ApiKey) => void): Column<ApiKey> => ({
  heading: common.actions,
  cell: (key) =>
    key.state === 'active' ? (
      <SmallButton tone="danger" label={text.revokeThis(key.name)} onClick={() => onRevoke(key)}>
        {text.revoke}
      </SmallButton>
    ) : null,
  card: 'actions',
})
