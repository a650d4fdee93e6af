import { failureText } from '../../lib/failure.ts'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { Money } from '../../ui/money.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useDryRunPaymentQuery, type BookingDryRun } from '../api.ts'
import { operatorCopy } from '../copy.ts'

const text = operatorCopy.recovery

export type Booking = { transaction: string; ordinal: number; member: number | null }
type Touched = BookingDryRun['accounts'][number]

/** Every account that the booking touches, as it is and as it would be. */
export function BookingEffect({ booking }: { booking: Booking }) {
  const { member, ...payment } = booking
  const { currentData, error } = useDryRunPaymentQuery({ ...payment, ...(member !== null && { member }) })
  if (error)
    return <Notice tone="danger">{failureText(error, { field: 'message', fallback: operatorCopy.act.failed })}</Notice>
  return (
    <>
      {currentData?.refused ? <Notice tone="danger">{currentData.refused}</Notice> : null}
      <DataTable
        caption={text.effect}
        columns={COLUMNS}
        rows={currentData?.accounts}
        rowKey={({ account }) => account}
        emptyText={operatorCopy.common.none}
        skeletonRows={2}
      />
    </>
  )
}

const COLUMNS: Column<Touched>[] = [
  {
    heading: text.account,
    cell: ({ account, member }) => (member ? `${member.name}, ${account}` : account),
    breaks: 'name',
    card: 'title',
  },
  { heading: text.before, cell: ({ before }) => <Money amount={before} />, align: 'end', card: 'labelled' },
  { heading: text.after, cell: ({ after }) => <Money amount={after} />, align: 'end', card: 'value' },
]
