import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useDebounced } from '../../lib/use-debounced.ts'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from '../console.module.css'
import { operatorCopy } from '../copy.ts'
import { showInstant } from '../parts/instants.ts'
import { PersonLink } from '../parts/person-link.tsx'
import { useOperatorCasesInfiniteQuery, type CaseRow } from './api.ts'
import { CaseState } from './case-state.tsx'
import { casesCopy } from './copy.ts'

const text = casesCopy
const common = operatorCopy.common
const SHOWN = ['open', 'waiting', 'solved'] as const
const RENEWAL_MS = 5000
const TYPING_PAUSE_MS = 250

export default function CasesPage() {
  const [query, setQuery] = useSearchParams()
  const show = SHOWN.find((each) => each === query.get('show')) ?? 'open'
  const [typed, setTyped] = useState('')
  const words = useDebounced(typed.trim(), TYPING_PAUSE_MS)
  const { data, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useOperatorCasesInfiniteQuery(
    words === '' ? { state: show } : { q: words },
    { pollingInterval: RENEWAL_MS, skipPollingIfUnfocused: true },
  )
  return (
    <div className={styles.page}>
      <ScreenTitle />
      <DataTable
        caption={words === '' ? text.filters[show] : text.found}
        wide
        columns={COLUMNS}
        rows={data?.pages.flatMap(({ cases }) => cases)}
        rowKey={({ reference }) => reference}
        emptyText={text.empty}
        failure={{ isError, onRetry: refetch }}
        more={{ hasMore: hasNextPage, isLoading: isFetchingNextPage, onMore: fetchNextPage }}
        tools={
          <>
            <SelectField
              label={common.state}
              value={show}
              options={SHOWN.map((value) => ({ value, label: text.filters[value] }))}
              onChange={(value) => setQuery(value === 'open' ? {} : { show: value }, { replace: true })}
            />
            <TextField
              className={styles.search}
              type="search"
              label={text.search}
              maxLength={100}
              autoComplete="off"
              spellCheck={false}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          </>
        }
      />
    </div>
  )
}

const COLUMNS: Column<CaseRow>[] = [
  {
    heading: common.reference,
    cell: ({ reference }) => (
      <Link to={`/operator/cases/${reference}`} className={styles.mono ?? ''}>
        {reference}
      </Link>
    ),
    card: 'title',
  },
  {
    heading: text.subject,
    cell: ({ subject, is_new: isNew }) => (
      <span className={styles.prose} dir="auto">
        {subject}{' '}
        {isNew ? (
          <span className={styles.flag} title={text.isNewLong}>
            {text.isNew}
          </span>
        ) : null}
      </span>
    ),
    breaks: 'prose',
  },
  { heading: text.topic, cell: ({ topic }) => text.topics[topic], card: 'labelled' },
  { heading: common.member, cell: ({ member }) => <PersonLink person={member} />, breaks: 'name', card: 'labelled' },
  { heading: common.state, cell: ({ state }) => <CaseState state={state} />, card: 'value' },
  { heading: text.opened, cell: ({ opened_at }) => showInstant(opened_at), breaks: 'moment', card: 'labelled' },
  { heading: text.changed, cell: ({ changed_at }) => showInstant(changed_at), breaks: 'moment', card: 'labelled' },
]
