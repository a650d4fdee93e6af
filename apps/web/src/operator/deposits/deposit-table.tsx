import { useState } from 'react'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { MiddleTruncated } from '../../ui/middle-truncated.tsx'
import { Money } from '../../ui/money.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import { operatorCopy } from '../copy.ts'
import { showInstant } from '../parts/instants.ts'
import { PersonLink } from '../parts/person-link.tsx'
import { useDepositsInfiniteQuery, type DepositRow } from './api.ts'
import { depositsCopy } from './copy.ts'

const text = depositsCopy
const common = operatorCopy.common
const SHOWN = ['all', 'seen', 'dropped', 'final', 'credited'] as const

export function DepositTable() {
  const [show, setShow] = useState<(typeof SHOWN)[number]>('all')
  const { data, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useDepositsInfiniteQuery(
    show === 'all' ? {} : { state: show },
  )
  return (
    <DataTable
      caption={text.tab}
      wide
      columns={COLUMNS}
      rows={data?.pages.flatMap(({ deposits }) => deposits)}
      rowKey={({ id }) => id}
      emptyText={text.empty}
      failure={{ isError, onRetry: refetch }}
      more={{ hasMore: hasNextPage, isLoading: isFetchingNextPage, onMore: fetchNextPage }}
      tools={
        <SelectField
          label={text.filter}
          labelHidden
          value={show}
          options={SHOWN.map((value) => ({ value, label: text.filters[value] }))}
          onChange={(value) => setShow(SHOWN.find((each) => each === value) ?? 'all')}
        />
      }
    />
  )
}

const TONES = { seen: 'pending', dropped: 'danger', final: 'pending', credited: 'positive' } as const

const COLUMNS: Column<DepositRow>[] = [
  { heading: common.member, cell: ({ member }) => <PersonLink person={member} />, breaks: 'name', card: 'title' },
  { heading: common.amount, cell: ({ amount }) => <Money amount={amount} />, align: 'end', card: 'value' },
  { heading: common.state, cell: ({ state }) => <StatusDot tone={TONES[state]}>{text.filters[state]}</StatusDot> },
  { heading: text.seen, cell: ({ seen_at }) => showInstant(seen_at), breaks: 'moment' },
  { heading: text.block, cell: ({ block }) => block, align: 'end', card: 'labelled' },
  { heading: common.transaction, cell: ({ transaction }) => <MiddleTruncated text={transaction} />, card: 'labelled' },
  { heading: text.sender, cell: ({ sender }) => <MiddleTruncated text={sender} />, card: 'labelled' },
  {
    heading: text.swept,
    cell: ({ swept, sweep_problem: problem }) => {
      if (problem === null) return swept ? common.yes : common.no
      return <StatusDot tone="danger">{problem}</StatusDot>
    },
    breaks: 'prose',
    card: 'labelled',
  },
]
