import { dashboardCopy } from '../lib/dashboard-copy.ts'
import { teamApi } from '../lib/team-api.ts'
import { teamCopy } from '../lib/team-copy.ts'
import { useReader } from '../lib/use-reader.ts'
import { CsvExport, type CsvPart } from './csv-export.tsx'

const text = dashboardCopy.referralActivity
const EXPORT_PAGE_SIZE = 200

/** All who joined with the member's own code. */
export function ReferralExport({ caption }: { caption: string }) {
  const read = useReader()

  async function* parts(): AsyncGenerator<CsvPart> {
    let cursor: string | null = null
    let serial = 0
    do {
      const query: { limit: number; cursor?: string } = { limit: EXPORT_PAGE_SIZE, ...(cursor !== null && { cursor }) }
      const page = await read(teamApi.endpoints.referralsPage.initiate(query, { subscribe: false, forceRefetch: true }))
      yield {
        rows: page.referrals.map(({ name, email, team_tree, status, referral_code, stage, joined }) => {
          serial += 1
          return [serial, name, email, team_tree.position, status, referral_code, stage, joined]
        }),
      }
      cursor = page.next_cursor
    } while (cursor !== null)
  }

  return <CsvExport of={caption} fileName={teamCopy.referralFile.name} headings={HEADINGS} parts={parts} />
}

const HEADINGS = [
  text.serial,
  text.name,
  text.email,
  text.position,
  text.status,
  text.code,
  text.stage,
  teamCopy.referralFile.joined,
]
