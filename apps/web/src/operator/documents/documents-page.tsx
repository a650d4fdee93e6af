import { useState } from 'react'
import { useSelector } from 'react-redux'
import { selectSession } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { DialogSheet, SheetFooter } from '../../ui/dialog-sheet.tsx'
import { MiddleTruncated } from '../../ui/middle-truncated.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import styles from '../console.module.css'
import { operatorCopy } from '../copy.ts'
import { DocumentText } from '../parts/document-text.tsx'
import { ExportButton } from '../parts/export-button.tsx'
import { showInstant } from '../parts/instants.ts'
import { PersonLink } from '../parts/person-link.tsx'
import { SmallButton } from '../parts/small-button.tsx'
import { useMayAct } from '../parts/use-may-act.ts'
import { useConsoleDocumentsQuery } from './api.ts'
import { documentsCopy as text } from './copy.ts'
import { DecideSheet, type Asked } from './decide-sheet.tsx'
import { ProposeSheet } from './propose-sheet.tsx'
import { rowsOf, type DocumentRow } from './rows.ts'
import { RulesCard } from './rules-card.tsx'

const common = operatorCopy.common
const RENEWAL_MS = 5000

export default function DocumentsPage() {
  const { data, isError, refetch } = useConsoleDocumentsQuery(undefined, {
    pollingInterval: RENEWAL_MS,
    skipPollingIfUnfocused: true,
  })
  const mayAct = useMayAct()
  const [isProposing, setProposing] = useState(false)
  const [asked, setAsked] = useState<Asked>()
  const [read, setRead] = useState<DocumentRow>()
  return (
    <div className={styles.page}>
      <ScreenTitle />
      <div className={styles.tools}>
        {mayAct ? <SmallButton onClick={() => setProposing(true)}>{text.propose}</SmallButton> : null}
        <ExportButton what="agreements" />
      </div>
      <DataTable
        caption={text.caption}
        wide
        columns={[...COLUMNS, useActions({ onRead: setRead, onAct: setAsked })]}
        rows={data && rowsOf(data)}
        rowKey={({ proposal }) => String(proposal)}
        emptyText={text.empty}
        failure={{ isError, onRetry: refetch }}
      />
      {data ? <RulesCard rules={data.rules} waiting={data.waiting_rules} /> : null}
      {isProposing && data ? <ProposeSheet documents={data.documents} onClose={() => setProposing(false)} /> : null}
      {asked ? <DecideSheet {...asked} onClose={() => setAsked(undefined)} /> : null}
      {read ? (
        <DialogSheet title={read.name} onClose={() => setRead(undefined)}>
          <DocumentText proposal={read.proposal} />
          <SheetFooter>
            <Button variant="default" onClick={() => setRead(undefined)}>
              {text.close}
            </Button>
          </SheetFooter>
        </DialogSheet>
      ) : null}
    </div>
  )
}

type Acts = { onRead: (row: DocumentRow) => void; onAct: (asked: Asked) => void }

function useActions({ onRead, onAct }: Acts): Column<DocumentRow> {
  const mayAct = useMayAct()
  const own = useSelector(selectSession)?.user.email
  return {
    heading: common.actions,
    card: 'actions',
    cell: (row) => {
      if (row.state !== 'waiting' || !mayAct)
        return (
          <SmallButton label={text.readOf(row.name)} onClick={() => onRead(row)}>
            {text.read}
          </SmallButton>
        )
      return (
        <span className={styles.actions}>
          {row.proposed_by.email === own ? (
            <span className={styles.muted}>{text.own}</span>
          ) : (
            <SmallButton filled label={text.agreeOf(row.name)} onClick={() => onAct({ verdict: 'approve', row })}>
              {text.agree}
            </SmallButton>
          )}
          <SmallButton tone="danger" label={text.rejectOf(row.name)} onClick={() => onAct({ verdict: 'reject', row })}>
            {text.reject}
          </SmallButton>
        </span>
      )
    },
  }
}

const TONES = { inForce: 'positive', old: 'calm', waiting: 'pending' } as const

const COLUMNS: Column<DocumentRow>[] = [
  { heading: text.document, cell: ({ name }) => name, breaks: 'name', card: 'title' },
  {
    heading: common.state,
    cell: ({ state }) => <StatusDot tone={TONES[state]}>{text.states[state]}</StatusDot>,
    card: 'value',
  },
  { heading: text.since, cell: ({ at }) => showInstant(at), breaks: 'moment', card: 'labelled' },
  { heading: text.by, cell: ({ proposed_by: by }) => <PersonLink person={by} />, breaks: 'name', card: 'labelled' },
  {
    heading: text.agreedBy,
    cell: ({ agreed_by: by }) => <PersonLink person={by} />,
    breaks: 'name',
    card: 'labelled',
  },
  {
    heading: text.members,
    cell: ({ agreed }) => (agreed === null ? common.none : String(agreed)),
    card: 'labelled',
  },
  {
    heading: text.fingerprint,
    cell: ({ hash }) => (hash === null ? common.none : <MiddleTruncated text={hash} />),
    card: 'labelled',
  },
]
