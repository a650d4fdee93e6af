import { Link } from 'react-router'
import { showDate } from '../../lib/formats.ts'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import { useCasesInfiniteQuery, type CaseRow } from './api.ts'
import { CaseState } from './case-state.tsx'
import { supportCopy } from './copy.ts'
import { showSubject } from './subjects.ts'
import styles from './support.module.css'

const text = supportCopy.list

export function CaseList() {
  const { data, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useCasesInfiniteQuery()
  return (
    <DataTable
      caption={text.title}
      columns={COLUMNS}
      rows={data?.pages.flatMap(({ cases }) => cases)}
      rowKey={({ reference }) => reference}
      emptyText={text.empty}
      failure={{ isError, onRetry: refetch }}
      more={{ hasMore: hasNextPage, isLoading: isFetchingNextPage, onMore: fetchNextPage }}
    />
  )
}

const COLUMNS: Column<CaseRow>[] = [
  {
    heading: text.subject,
    cell: ({ reference, subject, unread }) => (
      <Link
        to={`/dashboard/support?case=${reference}`}
        aria-label={`${text.open(reference)}: ${showSubject(subject)}`}
        className={(unread ? styles.unread : undefined) ?? ''}
      >
        {showSubject(subject)}
      </Link>
    ),
    breaks: 'prose',
    card: 'title',
  },
  {
    heading: text.reference,
    cell: ({ reference }) => <span className={styles.mono}>{reference}</span>,
    card: 'labelled',
  },
  {
    heading: text.state,
    cell: ({ state, unread }) =>
      unread ? <StatusDot tone="pending">{text.unread}</StatusDot> : <CaseState state={state} />,
    card: 'value',
  },
  { heading: text.opened, cell: ({ opened_at }) => showDate(opened_at) },
]
