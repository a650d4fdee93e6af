import type { TeamMember } from '@trefoil/contract/network'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { READ_ONCE, useReader } from '../../lib/use-reader.ts'
import type { CsvSource } from '../../ui/csv-export.tsx'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { Explained } from '../../ui/explained.tsx'
import { MiddleTruncated } from '../../ui/middle-truncated.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import { networkApi, useTeamQuery } from './api.ts'
import { networkCopy } from './copy.ts'
import { pagesAhead } from './pages-ahead.ts'
import { readFilter, TEAM_PAGE_SIZE, teamPageOf, writeFilter, type TeamFilter } from './team-filter.ts'
import styles from './team-table.module.css'
import { positionWord } from '../../lib/server-words.ts'

const text = networkCopy.team
const EXPORT_PAGE_SIZE = 100

/** The ten levels below the member, a page at a time. Filters and page are in the address, so that a reload keeps them. */
export function TeamTable() {
  const [query, setQuery] = useSearchParams()
  const { page, ...filter } = readFilter(query)
  const go = (next: Parameters<typeof writeFilter>[0]) =>
    setQuery(writeFilter(next), { replace: true, preventScrollReset: true })
  const { data, currentData, isError, isFetching, refetch } = useTeamQuery(teamPageOf(query))
  // The previous page stays until the next one has loaded, unless that failed.
  const shown = isError ? currentData : data

  const totalPages = shown?.stats.totalPages ?? 0
  const pastTheEnd = currentData !== undefined && totalPages > 0 && page > totalPages
  useEffect(() => {
    if (pastTheEnd) setQuery(writeFilter({ ...filter, page: totalPages }), { replace: true })
  })

  return (
    <div className={styles.table} aria-busy={isFetching}>
      <DataTable
        caption={text.title}
        columns={columnsFrom((shown?.stats.page ?? 1) - 1)}
        rows={shown?.data}
        rowKey={({ referral_code }) => referral_code}
        emptyText={text.empty}
        emptyHint={Object.keys(filter).length > 0 ? text.filteredHint : text.emptyHint}
        failure={{ isError, onRetry: refetch }}
        skeletonRows={TEAM_PAGE_SIZE}
        wide
        csv={useTeamFile(filter)}
        tools={
          <div className={styles.tools}>
            <SelectField
              label={text.stageFilter}
              labelHidden
              value={String(filter.stage ?? '')}
              options={STAGES}
              onChange={(stage) => go({ ...omit(filter, 'stage'), ...(stage !== '' && { stage: Number(stage) }) })}
            />
            <SelectField
              label={text.statusFilter}
              labelHidden
              value={filter.status ?? ''}
              options={STATUSES}
              onChange={(status) =>
                go({
                  ...omit(filter, 'status'),
                  ...((status === 'active' || status === 'inactive') && { status }),
                })
              }
            />
          </div>
        }
      />
      <Pagination page={page} totalPages={totalPages} onChange={(next) => go({ ...filter, page: next })} />
    </div>
  )
}

/** The whole team that matches the screen's filters. */
function useTeamFile(filter: TeamFilter): CsvSource<TeamMember> {
  const read = useReader()
  const readPage = (page: number) =>
    read(networkApi.endpoints.teamPage.initiate({ ...filter, page, limit: EXPORT_PAGE_SIZE }, READ_ONCE))

  return {
    fileName: 'trefoil-team',
    async *parts() {
      const first = await readPage(1)
      const { totalPages, total } = first.stats
      const pages = pagesAhead(totalPages, (page) => (page === 1 ? Promise.resolve(first) : readPage(page)))
      for await (const { data } of pages) yield { rows: data, total }
    },
  }
}

const STAGES = [
  { value: '', label: text.allStages },
  ...Array.from({ length: 10 }, (_, index) => ({ value: String(index + 1), label: String(index + 1) })),
]
const STATUSES = [
  { value: '', label: text.allStatus },
  ...Object.entries(text.statuses).map(([value, label]) => ({ value, label })),
]

function omit<Whole extends object, Key extends keyof Whole>(whole: Whole, key: Key): Omit<Whole, Key> {
  const { [key]: _, ...rest } = whole
  return rest
}

const columnsFrom = (pagesBefore: number): Column<TeamMember>[] => [
  {
    heading: text.serial,
    cell: (_member, index) => pagesBefore * TEAM_PAGE_SIZE + index + 1,
    card: 'none',
    csv: (_member, number) => number,
  },
  {
    heading: text.details,
    cell: ({ name, email }) => <Person name={name} email={email} />,
    breaks: 'name',
    card: 'title',
  },
  { heading: text.name, only: 'csv', csv: ({ name }) => name },
  { heading: text.email, only: 'csv', csv: ({ email }) => email },
  {
    heading: text.status,
    cell: ({ status }) => (
      <StatusDot tone={status === 'active' ? 'positive' : 'calm'}>{networkCopy.network.statuses[status]}</StatusDot>
    ),
    card: 'value',
    csv: ({ status }) => status,
  },
  {
    heading: text.code,
    cell: ({ referral_code }) => <code>{referral_code}</code>,
    card: 'labelled',
    csv: ({ referral_code }) => referral_code,
  },
  {
    heading: text.stage,
    cell: ({ stage, referral_code }) => (
      <Explained figure="member_stage" of={{ member: referral_code }}>
        {networkCopy.network.stage(stage)}
      </Explained>
    ),
    card: 'labelled',
    csv: ({ stage }) => stage,
  },
  {
    heading: text.level,
    cell: ({ level, referral_code }) => (
      <Explained figure="member_level" of={{ member: referral_code }}>
        {level}
      </Explained>
    ),
    card: 'labelled',
    csv: ({ level }) => level,
  },
  {
    heading: text.position,
    cell: ({ position }) => <span className="capitalised">{positionWord(position)}</span>,
    card: 'labelled',
    csv: ({ position }) => position,
  },
  {
    heading: text.referredBy,
    cell: ({ referred_by: { name, email } }) => <Person name={name} email={email} />,
    breaks: 'name',
    card: 'labelled',
    csv: ({ referred_by }) => referred_by.name,
  },
  { heading: text.referredByEmail, only: 'csv', csv: ({ referred_by }) => referred_by.email },
]

/** Members who are not contacts, and those who hide their address, show only their name. */
function Person({ name, email }: { name: string; email: string | null }) {
  return (
    <span className={styles.person}>
      <span>{name}</span>
      {email === null ? null : (
        <span className={styles.email}>
          <MiddleTruncated text={email} />
        </span>
      )}
    </span>
  )
}
