import type { ReplyOf } from '@trefoil/contract/route'
import type { transferHistory } from '@trefoil/contract/transfers'
import { exportApi } from '../../lib/export-api.ts'
import { READ_ONCE, useReader } from '../../lib/use-reader.ts'
import { HistoryExport, type CsvColumn } from '../../ui/history-export.tsx'
import { transferCopy } from './copy.ts'

const text = transferCopy

export function TransferExport() {
  const read = useReader()
  return (
    <HistoryExport
      of={text.historyTab}
      fileName={text.fileName}
      columns={COLUMNS}
      readPage={async (query) => {
        const { transfers, next_cursor } = await read(exportApi.endpoints.transfersPage.initiate(query, READ_ONCE))
        return { rows: transfers, next_cursor }
      }}
    />
  )
}

const COLUMNS: CsvColumn<ReplyOf<typeof transferHistory>['data']['transfers'][number]>[] = [
  { heading: text.transferId, value: ({ counterpart }) => counterpart.id },
  { heading: text.recipientName, value: ({ counterpart }) => counterpart.name },
  { heading: text.recipientEmail, value: ({ counterpart }) => counterpart.email },
  { heading: text.date, value: ({ created_at }) => created_at },
  { heading: text.amount, value: ({ amount, direction }) => (direction === 'sent' ? -amount : amount) },
  { heading: text.status, value: ({ status }) => status },
  { heading: text.direction, value: ({ direction }) => direction },
]
