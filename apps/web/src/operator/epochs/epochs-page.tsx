import { useState } from 'react'
import { showCount } from '../../lib/formats.ts'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { MiddleTruncated } from '../../ui/middle-truncated.tsx'
import { Money } from '../../ui/money.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import styles from '../console.module.css'
import { operatorCopy } from '../copy.ts'
import { ActionSheet } from '../parts/action-sheet.tsx'
import { showInstant } from '../parts/instants.ts'
import { Prose } from '../parts/prose.tsx'
import { useEpochsInfiniteQuery, useProposeEpochMutation, type EpochRow } from './api.ts'
import { epochsCopy } from './copy.ts'
import { EpochState, showPercent } from './epoch-state.tsx'

const text = epochsCopy
const common = operatorCopy.common
const RENEWAL_MS = 2000

export default function EpochsPage() {
  const { data, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useEpochsInfiniteQuery(undefined, {
    pollingInterval: RENEWAL_MS,
    skipPollingIfUnfocused: true,
  })
  const [propose] = useProposeEpochMutation()
  const [isAsking, setAsking] = useState(false)
  const rows = data?.pages.flatMap(({ epochs }) => epochs)
  return (
    <div className={styles.page}>
      <ScreenTitle />
      {rows ? (
        <EpochState contract={data?.pages[0]?.contract ?? null} epochs={rows} onAsk={() => setAsking(true)} />
      ) : null}
      <DataTable
        caption={text.caption}
        wide
        columns={COLUMNS}
        rows={rows}
        rowKey={({ number }) => String(number)}
        emptyText={text.empty}
        failure={{ isError, onRetry: refetch }}
        more={{ hasMore: hasNextPage, isLoading: isFetchingNextPage, onMore: fetchNextPage }}
      />
      {isAsking ? (
        <ActionSheet
          title={text.askTitle}
          note={text.askNote}
          facts={[]}
          confirmLabel={text.propose}
          reasonLabel={operatorCopy.act.reason}
          act={(why) => propose({ why }).unwrap()}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </div>
  )
}

const TONES = {
  waiting: 'pending',
  building: 'pending',
  posting: 'pending',
  anchored: 'positive',
  failed: 'danger',
} as const

const COLUMNS: Column<EpochRow>[] = [
  { heading: text.number, cell: ({ number }) => showCount(number), card: 'title' },
  {
    heading: common.state,
    cell: ({ state }) => <StatusDot tone={TONES[state]}>{text.state[state]}</StatusDot>,
    card: 'value',
  },
  {
    heading: text.asked,
    cell: ({ asked_at, proposal_id }) =>
      `${showInstant(asked_at)}, ${(proposal_id === null ? text.due : text.operators).toLowerCase()}`,
    breaks: 'moment',
    card: 'labelled',
  },
  { heading: text.owed, cell: ({ owed }) => dollars(owed), align: 'end', card: 'labelled' },
  { heading: text.there, cell: ({ there }) => dollars(there), align: 'end', card: 'labelled' },
  {
    heading: text.coverage,
    cell: ({ coverage_percent }) =>
      coverage_percent === null ? (
        common.none
      ) : (
        <StatusDot tone={coverage_percent >= 100 ? 'positive' : 'danger'}>
          {text.percent(showPercent(coverage_percent))}
        </StatusDot>
      ),
    align: 'end',
    card: 'labelled',
  },
  {
    heading: text.took,
    cell: ({ seconds }) => (seconds === null ? common.none : text.seconds(seconds.toFixed(1))),
    align: 'end',
    card: 'labelled',
  },
  { heading: text.cost, cell: ({ cost }) => cost ?? common.none, align: 'end', card: 'labelled' },
  {
    heading: common.transaction,
    cell: ({ transaction }) => (transaction === null ? common.none : <MiddleTruncated text={transaction} />),
    card: 'labelled',
  },
  {
    heading: text.notes,
    cell: ({ why, outstanding }) => <Prose>{[why, outstanding].filter(Boolean).join('. ') || common.none}</Prose>,
    breaks: 'prose',
    card: 'labelled',
  },
]

const dollars = (amount: number | null) => (amount === null ? common.none : <Money amount={amount} />)
