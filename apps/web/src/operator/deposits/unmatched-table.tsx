import { useState } from 'react'
import { Link } from 'react-router'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { MiddleTruncated } from '../../ui/middle-truncated.tsx'
import { Money } from '../../ui/money.tsx'
import { operatorCopy } from '../copy.ts'
import { showInstant } from '../parts/instants.ts'
import { PersonLink } from '../parts/person-link.tsx'
import { SmallButton } from '../parts/small-button.tsx'
import { useMayAct } from '../parts/use-may-act.ts'
import { useUnmatchedInfiniteQuery, type UnmatchedRow } from './api.ts'
import { AssignSheet } from './assign-sheet.tsx'
import { depositsCopy } from './copy.ts'

const text = depositsCopy
const common = operatorCopy.common

/** Transfers that were not credited. Only our own token can be assigned to a member. */
export function UnmatchedTable() {
  const mayAct = useMayAct()
  const [asked, setAsked] = useState<UnmatchedRow>()
  const { data, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useUnmatchedInfiniteQuery()
  return (
    <>
      <DataTable
        caption={text.unmatchedTab}
        wide
        columns={[...COLUMNS, outcome(mayAct ? setAsked : undefined)]}
        rows={data?.pages.flatMap(({ unmatched }) => unmatched)}
        rowKey={({ id }) => String(id)}
        emptyText={text.unmatchedEmpty}
        failure={{ isError, onRetry: refetch }}
        more={{ hasMore: hasNextPage, isLoading: isFetchingNextPage, onMore: fetchNextPage }}
      />
      {asked ? <AssignSheet transfer={asked} onClose={() => setAsked(undefined)} /> : null}
    </>
  )
}

const COLUMNS: Column<UnmatchedRow>[] = [
  { heading: text.kind, cell: ({ kind }) => text.kinds[kind], card: 'title' },
  {
    heading: text.value,
    cell: ({ amount, value }) =>
      amount === null ? <MiddleTruncated text={text.units(value)} /> : <Money amount={amount} />,
    align: 'end',
    card: 'value',
  },
  { heading: text.seen, cell: ({ seen_at }) => showInstant(seen_at), breaks: 'moment' },
  { heading: text.sender, cell: ({ sender }) => <MiddleTruncated text={sender} />, card: 'labelled' },
  { heading: text.recipient, cell: ({ recipient }) => <MiddleTruncated text={recipient} />, card: 'labelled' },
  { heading: common.member, cell: ({ member }) => <PersonLink person={member} />, breaks: 'name', card: 'labelled' },
  { heading: common.transaction, cell: ({ transaction }) => <MiddleTruncated text={transaction} />, card: 'labelled' },
]

const outcome = (onAssign: ((row: UnmatchedRow) => void) | undefined): Column<UnmatchedRow> => ({
  heading: common.actions,
  breaks: 'name',
  card: 'actions',
  cell: (row) => {
    if (row.assigned_to) return text.assignedTo(row.assigned_to.name)
    if (row.proposal_id !== null) return <Link to="/operator/proposals">{text.proposed}</Link>
    if (!row.assignable || !onAssign) return common.none
    return (
      <SmallButton label={text.assignOf(row.transaction)} onClick={() => onAssign(row)}>
        {text.assign}
      </SmallButton>
    )
  },
})
