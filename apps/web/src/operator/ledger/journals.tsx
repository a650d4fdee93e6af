import { useState } from 'react'
import { Link } from 'react-router'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { MiddleTruncated } from '../../ui/middle-truncated.tsx'
import { Money } from '../../ui/money.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import styles from '../console.module.css'
import { operatorCopy } from '../copy.ts'
import { DayRange, type Days } from '../parts/day-range.tsx'
import { showInstant } from '../parts/instants.ts'
import { PersonLink } from '../parts/person-link.tsx'
import { useJournalsInfiniteQuery, type JournalRow } from './api.ts'

const text = operatorCopy.ledger
const common = operatorCopy.common
const REASONS = Object.keys(text.reasons) as JournalRow['reason'][]

export function Journals() {
  const [reason, setReason] = useState<JournalRow['reason']>()
  const [days, setDays] = useState<Days>({})
  const { data, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useJournalsInfiniteQuery({
    ...(reason && { reason }),
    ...days,
  })
  return (
    <DataTable
      caption={text.journals}
      wide
      columns={COLUMNS}
      rows={data?.pages.flatMap(({ journals }) => journals)}
      rowKey={({ id }) => String(id)}
      emptyText={text.noJournals}
      failure={{ isError, onRetry: refetch }}
      more={{ hasMore: hasNextPage, isLoading: isFetchingNextPage, onMore: fetchNextPage }}
      tools={
        <div className={styles.tools}>
          <SelectField
            label={text.reason}
            value={reason ?? ''}
            options={[
              { value: '', label: text.allReasons },
              ...REASONS.map((value) => ({ value, label: text.reasons[value] })),
            ]}
            onChange={(value) => setReason(REASONS.find((each) => each === value))}
          />
          <DayRange days={days} onChange={setDays} />
        </div>
      }
    />
  )
}

const COLUMNS: Column<JournalRow>[] = [
  {
    heading: text.journal,
    cell: ({ id }) => (
      <Link to={`/operator/ledger/journals/${id}`} aria-label={text.journalOf(id)}>
        {id}
      </Link>
    ),
    card: 'labelled',
  },
  { heading: common.date, cell: ({ at }) => showInstant(at), breaks: 'moment' },
  { heading: text.reason, cell: ({ reason }) => text.reasons[reason], card: 'title' },
  {
    heading: text.source,
    cell: ({ source_member }) => <Owner member={source_member} />,
    breaks: 'name',
    card: 'labelled',
  },
  {
    heading: text.target,
    cell: ({ target_member }) => <Owner member={target_member} />,
    breaks: 'name',
    card: 'labelled',
  },
  { heading: common.amount, cell: ({ amount }) => <Money amount={amount} />, align: 'end', card: 'value' },
  { heading: text.ruleVersion, cell: ({ rule_version }) => rule_version, align: 'end', card: 'none' },
  { heading: common.reference, cell: ({ reference }) => <MiddleTruncated text={reference} />, card: 'none' },
]

function Owner({ member }: { member: JournalRow['source_member'] }) {
  return member ? <PersonLink person={member} /> : common.system
}
