import { useState } from 'react'
import { useSelector } from 'react-redux'
import { useSearchParams } from 'react-router'
import { selectSession } from '../../lib/session.ts'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import styles from '../console.module.css'
import { operatorCopy } from '../copy.ts'
import { showInstant } from '../parts/instants.ts'
import { PersonLink } from '../parts/person-link.tsx'
import { Prose } from '../parts/prose.tsx'
import { SmallButton } from '../parts/small-button.tsx'
import { useMayAct } from '../parts/use-may-act.ts'
import { useProposalsInfiniteQuery, type ProposalRow } from './api.ts'
import { ProposalSheet } from './proposal-sheet.tsx'

const text = operatorCopy.proposals
const common = operatorCopy.common
const SHOWN = ['open', 'done', 'rejected', 'all'] as const
const RENEWAL_MS = 5000

export default function ProposalsPage() {
  const [query, setQuery] = useSearchParams()
  const show = SHOWN.find((each) => each === query.get('show')) ?? 'open'
  const [asked, setAsked] = useState<{ verdict: 'approve' | 'reject'; proposal: ProposalRow }>()
  const { data, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useProposalsInfiniteQuery(
    show === 'all' ? {} : { state: show },
    { pollingInterval: RENEWAL_MS, skipPollingIfUnfocused: true },
  )
  const columns = useColumns((verdict, proposal) => setAsked({ verdict, proposal }))
  return (
    <div className={styles.page}>
      <ScreenTitle />
      <DataTable
        caption={text.filters[show]}
        wide
        columns={columns}
        rows={data?.pages.flatMap(({ proposals }) => proposals)}
        rowKey={({ id }) => String(id)}
        emptyText={text.empty}
        failure={{ isError, onRetry: refetch }}
        more={{ hasMore: hasNextPage, isLoading: isFetchingNextPage, onMore: fetchNextPage }}
        tools={
          <SelectField
            label={text.filter}
            labelHidden
            value={show}
            options={SHOWN.map((value) => ({ value, label: text.filters[value] }))}
            onChange={(value) => setQuery(value === 'open' ? {} : { show: value }, { replace: true })}
          />
        }
      />
      {asked ? <ProposalSheet {...asked} onClose={() => setAsked(undefined)} /> : null}
    </div>
  )
}

function useColumns(onAct: (verdict: 'approve' | 'reject', proposal: ProposalRow) => void): Column<ProposalRow>[] {
  const mayAct = useMayAct()
  const own = useSelector(selectSession)?.user.email
  if (!mayAct) return COLUMNS
  return [
    ...COLUMNS,
    {
      heading: common.actions,
      card: 'actions',
      cell: (proposal) => {
        if (proposal.state !== 'open') return null
        const isOwn = proposal.proposed_by.email === own
        return (
          <span className={styles.actions}>
            {isOwn ? (
              <span className={styles.muted}>{text.own}</span>
            ) : (
              <SmallButton filled label={text.approveOf(proposal.id)} onClick={() => onAct('approve', proposal)}>
                {text.approve}
              </SmallButton>
            )}
            <SmallButton
              tone="danger"
              label={isOwn ? text.withdrawOwnOf(proposal.id) : text.rejectOf(proposal.id)}
              onClick={() => onAct('reject', proposal)}
            >
              {isOwn ? text.withdrawOwn : text.reject}
            </SmallButton>
          </span>
        )
      },
    },
  ]
}

const TONES = { open: 'pending', done: 'positive', rejected: 'calm' } as const

const COLUMNS: Column<ProposalRow>[] = [
  { heading: text.kind, cell: ({ kind, id }) => `${text.kinds[kind]} ${id}`, breaks: 'name', card: 'title' },
  { heading: text.summary, cell: ({ summary }) => <Prose>{summary}</Prose>, breaks: 'prose' },
  { heading: common.why, cell: ({ why }) => <Prose>{why}</Prose>, breaks: 'prose', card: 'labelled' },
  { heading: common.member, cell: ({ member }) => <PersonLink person={member} />, breaks: 'name', card: 'labelled' },
  {
    heading: text.proposedBy,
    cell: ({ proposed_by, proposed_at }) => `${proposed_by.name}, ${showInstant(proposed_at)}`,
    breaks: 'name',
    card: 'labelled',
  },
  {
    heading: common.state,
    cell: ({ state }) => <StatusDot tone={TONES[state]}>{text.states[state]}</StatusDot>,
    card: 'value',
  },
  {
    heading: text.decided,
    cell: ({ decided_by, decision }) => (decided_by ? `${decided_by.name}: ${decision ?? ''}` : common.none),
    breaks: 'prose',
    card: 'labelled',
  },
]
