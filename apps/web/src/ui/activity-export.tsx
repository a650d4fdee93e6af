import type { activityHistory } from '@trefoil/contract/activities'
import type { ReplyOf } from '@trefoil/contract/route'
import { signedAmount } from '../lib/amounts.ts'
import { dashboardCopy } from '../lib/dashboard-copy.ts'
import { exportApi } from '../lib/export-api.ts'
import { READ_ONCE, useReader } from '../lib/use-reader.ts'
import { HistoryExport, type CsvColumn } from './history-export.tsx'

const text = dashboardCopy.activities

/** Everything that happened to the account. */
export function ActivityExport({ caption }: { caption: string }) {
  const read = useReader()
  return (
    <HistoryExport
      of={caption}
      fileName={text.fileName}
      columns={COLUMNS}
      readPage={async (query) => {
        const { activities, next_cursor } = await read(exportApi.endpoints.activitiesPage.initiate(query, READ_ONCE))
        return { rows: activities, next_cursor }
      }}
    />
  )
}

const COLUMNS: CsvColumn<ReplyOf<typeof activityHistory>['data']['activities'][number]>[] = [
  { heading: text.date, value: ({ created_at }) => created_at },
  { heading: text.description, value: ({ description }) => description },
  { heading: text.type, value: ({ type }) => type },
  { heading: text.amount, value: ({ metadata }) => signedAmount(metadata) },
]
