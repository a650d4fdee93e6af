import { useState, type ReactNode } from 'react'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { MiddleTruncated } from '../../ui/middle-truncated.tsx'
import { Money } from '../../ui/money.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import styles from '../console.module.css'
import { operatorCopy } from '../copy.ts'
import { showInstant } from '../parts/instants.ts'
import { PersonLink } from '../parts/person-link.tsx'
import { SmallButton } from '../parts/small-button.tsx'
import { useMayAct } from '../parts/use-may-act.ts'
import { useHitsInfiniteQuery, type HitRow } from './api.ts'
import { screeningCopy } from './copy.ts'
import { HitSheet, type HitDecision } from './hit-sheet.tsx'

const text = screeningCopy
const common = operatorCopy.common
const RENEWAL_MS = 5000

type HitTableProps = { caption: string; query: { show: 'open' | 'all'; member?: number }; tools?: ReactNode }

/** Everybody's, or one member's. */
export function HitTable({ caption, query, tools }: HitTableProps) {
  const [asked, setAsked] = useState<{ decision: HitDecision; hit: HitRow }>()
  const mayAct = useMayAct()
  const { data, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useHitsInfiniteQuery(query, {
    pollingInterval: RENEWAL_MS,
    skipPollingIfUnfocused: true,
  })
  const decide = mayAct ? [actions((decision, hit) => setAsked({ decision, hit }))] : []
  return (
    <>
      <DataTable
        caption={caption}
        wide
        columns={[...COLUMNS, ...decide]}
        rows={data?.pages.flatMap(({ hits }) => hits)}
        rowKey={({ id }) => String(id)}
        emptyText={text.empty}
        failure={{ isError, onRetry: refetch }}
        more={{ hasMore: hasNextPage, isLoading: isFetchingNextPage, onMore: fetchNextPage }}
        tools={tools}
      />
      {asked ? <HitSheet {...asked} onClose={() => setAsked(undefined)} /> : null}
    </>
  )
}

const TONES = { open: 'pending', released: 'positive', refused: 'danger' } as const

const COLUMNS: Column<HitRow>[] = [
  { heading: text.number, cell: ({ id }) => id, card: 'labelled' },
  { heading: text.moment, cell: ({ moment }) => text.moments[moment], card: 'title' },
  {
    heading: common.member,
    cell: ({ member, owner }) => (member ? <PersonLink person={member} /> : owner),
    breaks: 'name',
    card: 'labelled',
  },
  {
    heading: common.amount,
    cell: ({ amount }) => (amount === null ? common.none : <Money amount={amount} />),
    align: 'end',
    card: 'value',
  },
  { heading: common.address, cell: ({ address }) => <MiddleTruncated text={address} />, card: 'labelled' },
  {
    heading: text.provider,
    cell: ({ provider, reason }) => (
      <span className={styles.prose} dir="auto">
        {text.providers[provider]}
        {reason === null ? null : `: ${reason}`}
      </span>
    ),
    breaks: 'prose',
    card: 'labelled',
  },
  { heading: text.found, cell: ({ found_at }) => showInstant(found_at), breaks: 'moment', card: 'labelled' },
  {
    heading: common.state,
    cell: ({ state, approvals }) => (
      <StatusDot tone={TONES[state]}>
        {state === 'open' && approvals.first_by ? text.oneOfTwo : text.states[state]}
      </StatusDot>
    ),
  },
  {
    heading: text.decision,
    cell: ({ decision, decided_by: by }) => (
      <span className={styles.prose} dir="auto">
        {decision === null ? common.none : `${decision}${by === null ? '' : ` (${by})`}`}
      </span>
    ),
    breaks: 'prose',
    card: 'labelled',
  },
]

const actions = (ask: (decision: HitDecision, hit: HitRow) => void): Column<HitRow> => ({
  heading: common.actions,
  cell: (hit) => (
    <div className={styles.actions}>
      {hit.state === 'open' || (hit.state === 'refused' && hit.moment !== 'payout') ? (
        <SmallButton label={text.releaseOf(hit.id)} onClick={() => ask('release', hit)}>
          {text.release}
        </SmallButton>
      ) : null}
      {hit.state === 'open' ? (
        <SmallButton tone="danger" label={text.refuseOf(hit.id)} onClick={() => ask('refuse', hit)}>
          {text.refuse}
        </SmallButton>
      ) : null}
    </div>
  ),
})
