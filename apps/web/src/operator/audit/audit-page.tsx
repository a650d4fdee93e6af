import type { readAudit } from '@trefoil/contract/operator/audit'
import { useState } from 'react'
import { injectEndpoints } from '../../lib/api.ts'
import { useScreen } from '../../lib/current-screen.ts'
import { readPages } from '../../lib/endpoint-kinds.ts'
import type { DataOf } from '../../lib/endpoint.ts'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { MiddleTruncated } from '../../ui/middle-truncated.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import styles from '../console.module.css'
import { operatorCopy } from '../copy.ts'
import { DayRange, type Days } from '../parts/day-range.tsx'
import { showInstant } from '../parts/instants.ts'
import { PersonLink } from '../parts/person-link.tsx'
import { Prose } from '../parts/prose.tsx'

type AuditRow = DataOf<typeof readAudit>['lines'][number]
const text = operatorCopy.audit
const common = operatorCopy.common
const ACTIONS = Object.keys(text.actions) as AuditRow['action'][]

const { useAuditInfiniteQuery } = injectEndpoints((build) => ({
  audit: build.infiniteQuery(readPages<typeof readAudit>('/operator/audit')),
}))

export default function AuditPage() {
  const { title } = useScreen()
  const [action, setAction] = useState<AuditRow['action']>()
  const [days, setDays] = useState<Days>({})
  const { data, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useAuditInfiniteQuery({
    ...(action && { action }),
    ...days,
  })
  return (
    <div className={styles.page}>
      <ScreenTitle />
      <DataTable
        caption={title}
        captionShown={false}
        wide
        columns={COLUMNS}
        rows={data?.pages.flatMap(({ lines }) => lines)}
        rowKey={({ id }) => String(id)}
        emptyText={text.empty}
        failure={{ isError, onRetry: refetch }}
        more={{ hasMore: hasNextPage, isLoading: isFetchingNextPage, onMore: fetchNextPage }}
        tools={
          <div className={styles.tools}>
            <SelectField
              label={text.action}
              value={action ?? ''}
              options={[
                { value: '', label: text.all },
                ...ACTIONS.map((value) => ({ value, label: text.actions[value] })),
              ]}
              onChange={(value) => setAction(ACTIONS.find((each) => each === value))}
            />
            <DayRange days={days} onChange={setDays} />
          </div>
        }
      />
    </div>
  )
}

const COLUMNS: Column<AuditRow>[] = [
  { heading: common.date, cell: ({ at }) => showInstant(at), breaks: 'moment', card: 'value' },
  { heading: text.action, cell: ({ action }) => text.actions[action], card: 'title' },
  {
    heading: text.operator,
    cell: ({ operator }) => (operator ? <PersonLink person={operator} /> : text.commandLine),
    breaks: 'name',
    card: 'labelled',
  },
  { heading: common.member, cell: ({ member }) => <PersonLink person={member} />, breaks: 'name', card: 'labelled' },
  {
    heading: text.subject,
    cell: ({ subject }) => (subject === null ? common.none : <MiddleTruncated text={subject} />),
    card: 'labelled',
  },
  { heading: common.why, cell: ({ why }) => <Prose>{why}</Prose>, breaks: 'prose', card: 'labelled' },
  {
    heading: text.where,
    cell: ({ address }) => (address === null ? common.none : <MiddleTruncated text={address} />),
    card: 'labelled',
  },
]
