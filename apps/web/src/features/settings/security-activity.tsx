import { showMoment } from '../../lib/formats.ts'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { useSecurityEventsInfiniteQuery, type SecurityEvent } from './api.ts'
import { settingsCopy } from './copy.ts'
import { deviceWords } from './device-words.ts'
import { eventCopy } from './event-copy.ts'

const text = settingsCopy.securityActivity

/** Sign-ins and changes of what guards the account, so that the owner notices what they did not do. */
export function SecurityActivity() {
  const { data, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useSecurityEventsInfiniteQuery()
  const rows = data?.pages.flatMap(({ events }) => events)
  return (
    <DataTable
      caption={text.title}
      columns={COLUMNS}
      rows={rows}
      // Rows have no id, but counted from the oldest their order never changes.
      rowKey={({ at, kind }, index) => `${at} ${kind} ${(rows?.length ?? 0) - index}`}
      emptyText={text.empty}
      emptyHint={text.emptyHint}
      failure={{ isError, onRetry: refetch }}
      more={{ hasMore: hasNextPage, isLoading: isFetchingNextPage, onMore: fetchNextPage }}
    />
  )
}

const COLUMNS: Column<SecurityEvent>[] = [
  { heading: text.date, cell: ({ at }) => showMoment(at), breaks: 'moment', card: 'detail' },
  {
    heading: text.event,
    cell: ({ kind, description }) => eventCopy[kind] ?? description,
    breaks: 'prose',
    card: 'title',
  },
  {
    heading: text.device,
    cell: ({ device }) => (device === null ? text.unknown : deviceWords(device)),
    breaks: 'name',
    card: 'labelled',
  },
  {
    heading: text.network,
    cell: ({ network }) => <bdi dir="ltr">{network ?? text.unknown}</bdi>,
    card: 'labelled',
  },
]
