import { exportApi } from '../../lib/export-api.ts'
import { pagesAhead } from '../../lib/pages-ahead.ts'
import type { TeamFilter } from '../../lib/team-filter.ts'
import { READ_ONCE, useReader } from '../../lib/use-reader.ts'
import { CsvExport, type CsvPart } from '../../ui/csv-export.tsx'
import { networkCopy } from './copy.ts'

const text = networkCopy.team
const EXPORT_PAGE_SIZE = 100

/** All of the team that the filters of the screen let through. */
export function TeamExport({ filter }: { filter: TeamFilter }) {
  const read = useReader()
  const readPage = (page: number) =>
    read(exportApi.endpoints.teamPage.initiate({ ...filter, page, limit: EXPORT_PAGE_SIZE }, READ_ONCE))

  async function* parts(): AsyncGenerator<CsvPart> {
    const first = await readPage(1)
    const { totalPages, total } = first.stats
    for await (const { data, stats } of pagesAhead(totalPages, (page) =>
      page === 1 ? Promise.resolve(first) : readPage(page),
    ))
      yield {
        total,
        rows: data.map((member, index) => [
          (stats.page - 1) * EXPORT_PAGE_SIZE + index + 1,
          member.name,
          member.email,
          member.status,
          member.referral_code,
          member.stage,
          member.level,
          member.position,
          member.referred_by.name,
          member.referred_by.email,
        ]),
      }
  }

  return <CsvExport of={text.title} fileName={text.fileName} headings={HEADINGS} parts={parts} />
}

const HEADINGS = [
  text.serial,
  text.name,
  text.email,
  text.status,
  text.code,
  text.stage,
  text.level,
  text.position,
  text.referredBy,
  text.referredByEmail,
]
