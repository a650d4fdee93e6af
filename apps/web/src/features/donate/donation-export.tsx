import type { donationHistory } from '@trefoil/contract/donations'
import type { ReplyOf } from '@trefoil/contract/route'
import { dashboardCopy } from '../../lib/dashboard-copy.ts'
import { exportApi } from '../../lib/export-api.ts'
import { READ_ONCE, useReader } from '../../lib/use-reader.ts'
import { HistoryExport, type CsvColumn } from '../../ui/history-export.tsx'
import { donateCopy } from './copy.ts'

const text = donateCopy
const heads = dashboardCopy.transactions

export function DonationExport() {
  const read = useReader()
  return (
    <HistoryExport
      of={text.recent}
      fileName={text.fileName}
      columns={COLUMNS}
      readPage={async (query) => {
        const { donations, next_cursor } = await read(exportApi.endpoints.donationsPage.initiate(query, READ_ONCE))
        return { rows: donations, next_cursor }
      }}
    />
  )
}

const COLUMNS: CsvColumn<ReplyOf<typeof donationHistory>['data']['donations'][number]>[] = [
  { heading: heads.id, value: ({ _id }) => _id },
  { heading: heads.type, value: ({ type }) => type },
  { heading: heads.date, value: ({ created_at }) => created_at },
  { heading: heads.amount, value: ({ amount }) => -amount },
  { heading: heads.status, value: ({ status }) => status },
]
