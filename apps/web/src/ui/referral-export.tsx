import type { Referral } from '@trefoil/contract/network'
import { dashboardCopy } from '../lib/dashboard-copy.ts'
import { exportApi } from '../lib/export-api.ts'
import { READ_ONCE, useReader } from '../lib/use-reader.ts'
import { HistoryExport, type CsvColumn } from './history-export.tsx'

const text = dashboardCopy.referralActivity

/** All who joined with the member's own code. */
export function ReferralExport({ caption }: { caption: string }) {
  const read = useReader()
  return (
    <HistoryExport
      of={caption}
      fileName={text.fileName}
      columns={COLUMNS}
      readPage={async (query) => {
        const { referrals, next_cursor } = await read(exportApi.endpoints.referralsPage.initiate(query, READ_ONCE))
        return { rows: referrals, next_cursor }
      }}
    />
  )
}

const COLUMNS: CsvColumn<Referral>[] = [
  { heading: text.serial, value: (_referral, number) => number },
  { heading: text.name, value: ({ name }) => name },
  { heading: text.email, value: ({ email }) => email },
  { heading: text.position, value: ({ team_tree }) => team_tree.position },
  { heading: text.status, value: ({ status }) => status },
  { heading: text.code, value: ({ referral_code }) => referral_code },
  { heading: text.stage, value: ({ stage }) => stage },
  { heading: text.joined, value: ({ joined }) => joined },
]
