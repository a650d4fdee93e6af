import { Link } from 'react-router'
import { showCount } from '../../lib/formats.ts'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { MiddleTruncated } from '../../ui/middle-truncated.tsx'
import { operatorCopy } from '../copy.ts'
import { showInstant } from '../parts/instants.ts'
import type { Reserves } from './api.ts'
import { reservesCopy } from './copy.ts'
import { TokenAmount } from './token-amount.tsx'

const text = reservesCopy
const common = operatorCopy.common

type Outflow = Reserves['outflows'][number]

/** While there is one, nothing else leaves. */
export const Outflows = ({ outflows }: { outflows: Outflow[] | undefined }) => (
  <DataTable
    caption={text.outflows}
    wide
    columns={COLUMNS}
    rows={outflows}
    rowKey={({ transaction, ordinal }) => `${transaction} ${ordinal}`}
    emptyText={text.noOutflows}
    skeletonRows={1}
    tools={outflows && outflows.length > 0 ? <Link to="/operator/recovery">{text.toBooking}</Link> : null}
  />
)

const COLUMNS: Column<Outflow>[] = [
  { heading: common.amount, cell: ({ amount }) => <TokenAmount amount={amount} />, align: 'end', card: 'value' },
  { heading: text.recipient, cell: ({ recipient }) => <MiddleTruncated text={recipient} />, card: 'title' },
  { heading: text.sender, cell: ({ sender }) => <MiddleTruncated text={sender} />, card: 'labelled' },
  { heading: text.seen, cell: ({ seen_at }) => showInstant(seen_at), breaks: 'moment' },
  { heading: text.block, cell: ({ block }) => showCount(block), align: 'end', card: 'labelled' },
  { heading: common.transaction, cell: ({ transaction }) => <MiddleTruncated text={transaction} />, card: 'labelled' },
  {
    heading: text.payoutId,
    cell: ({ payout_id }) => (payout_id === null ? common.none : <MiddleTruncated text={payout_id} />),
    card: 'labelled',
  },
]
