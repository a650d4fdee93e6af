import type { donationHistory } from '@trefoil/contract/donations'
import type { ReplyOf } from '@trefoil/contract/route'
import { dashboardCopy } from '../../lib/dashboard-copy.ts'
import { everyPage } from '../../lib/every-page.ts'
import { showDate } from '../../lib/formats.ts'
import { useMarked } from '../../lib/marked.ts'
import { READ_ONCE, useReader } from '../../lib/use-reader.ts'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { Explained } from '../../ui/explained.tsx'
import { MiddleTruncated } from '../../ui/middle-truncated.tsx'
import { Money } from '../../ui/money.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import { TypeIcon } from '../../ui/type-icon.tsx'
import { donateApi, useDonationsInfiniteQuery } from './api.ts'
import causeStyles from './cause-card.module.css'
import { donateCopy } from './copy.ts'
import { ReceiptButton } from './receipt-button.tsx'
import styles from './receipt-button.module.css'
import { typeWord } from '../../lib/server-words.ts'

const text = donateCopy
const heads = dashboardCopy.transactions

export function DonationTable() {
  const { data, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useDonationsInfiniteQuery()
  const read = useReader()
  return (
    <DataTable
      caption={text.recent}
      columns={COLUMNS}
      rows={data?.pages.flatMap(({ donations }) => donations)}
      rowKey={({ _id }) => _id}
      isMarked={useMarked()}
      emptyText={text.empty}
      emptyHint={text.emptyHint}
      failure={{ isError, onRetry: refetch }}
      csv={{
        fileName: 'trefoil-donations',
        parts: () =>
          everyPage(
            (query) => read(donateApi.endpoints.donationsPage.initiate(query, READ_ONCE)),
            ({ donations }) => donations,
          ),
      }}
      wide
      more={{ hasMore: hasNextPage, isLoading: isFetchingNextPage, onMore: fetchNextPage }}
    />
  )
}

const COLUMNS: Column<ReplyOf<typeof donationHistory>['data']['donations'][number]>[] = [
  {
    heading: heads.id,
    cell: ({ _id }) => <MiddleTruncated text={_id} />,
    card: 'labelled',
    csv: ({ _id }) => _id,
  },
  {
    heading: heads.type,
    cell: ({ type, icon, cause }) => (
      <TypeIcon icon={icon}>
        <span className={causeStyles.typed}>
          {typeWord(type)}
          <span className={causeStyles.ofRow}>{text.cause.of(cause.name)}</span>
        </span>
      </TypeIcon>
    ),
    breaks: 'name',
    card: 'title',
    csv: ({ type }) => type,
  },
  { heading: heads.date, cell: ({ created_at }) => showDate(created_at), csv: ({ created_at }) => created_at },
  {
    heading: heads.amount,
    cell: ({ _id, amount }) => (
      <Explained figure="donation" of={{ donation: _id }}>
        <Money amount={-amount} signed />
      </Explained>
    ),
    align: 'end',
    card: 'value',
    csv: ({ amount }) => -amount,
  },
  {
    heading: heads.status,
    cell: ({ _id, created_at, status }) => (
      <span className={styles.cell}>
        <StatusDot tone={status === 'reversed' ? 'calm' : 'positive'}>{text.statuses[status]}</StatusDot>
        <ReceiptButton id={_id} date={showDate(created_at)} />
      </span>
    ),
    csv: ({ status }) => status,
  },
  { heading: text.cause.label, only: 'csv', csv: ({ cause }) => cause.name },
]
