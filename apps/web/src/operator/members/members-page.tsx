import type { searchMembers } from '@trefoil/contract/operator/members'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { injectEndpoints } from '../../lib/api.ts'
import { useScreen } from '../../lib/current-screen.ts'
import { useDebounced } from '../../lib/use-debounced.ts'
import { readPages } from '../../lib/endpoint-kinds.ts'
import type { DataOf } from '../../lib/endpoint.ts'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { MiddleTruncated } from '../../ui/middle-truncated.tsx'
import { Money } from '../../ui/money.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from '../console.module.css'
import { operatorCopy } from '../copy.ts'
import { showDay } from '../parts/instants.ts'
import { PersonLink } from '../parts/person-link.tsx'

type MemberRow = DataOf<typeof searchMembers>['members'][number]
const text = operatorCopy.members
const common = operatorCopy.common
const TYPING_PAUSE_MS = 250

const { useMembersInfiniteQuery } = injectEndpoints((build) => ({
  members: build.infiniteQuery(readPages<typeof searchMembers>('/operator/members')),
}))

export default function MembersPage() {
  const { title } = useScreen()
  const [query, setQuery] = useSearchParams()
  const [typed, setTyped] = useState(query.get('q') ?? '')
  const words = typed.trim()
  const asked = useDebounced(words, TYPING_PAUSE_MS)
  const { data, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useMembersInfiniteQuery(
    asked === '' ? {} : { q: asked },
  )
  // On blur, never by a timer: our navigation would undo that of a link clicked just before.
  const keepInAddress = () => {
    if (words !== (query.get('q') ?? '')) setQuery(words === '' ? {} : { q: words }, { replace: true })
  }
  return (
    <div className={styles.page}>
      <ScreenTitle />
      <DataTable
        caption={title}
        captionShown={false}
        wide
        columns={COLUMNS}
        rows={data?.pages.flatMap(({ members }) => members)}
        rowKey={({ id }) => String(id)}
        emptyText={text.empty}
        failure={{ isError, onRetry: refetch }}
        more={{ hasMore: hasNextPage, isLoading: isFetchingNextPage, onMore: fetchNextPage }}
        tools={
          <TextField
            className={styles.grow}
            type="search"
            label={text.search}
            maxLength={100}
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            onBlur={keepInAddress}
          />
        }
      />
    </div>
  )
}

const COLUMNS: Column<MemberRow>[] = [
  { heading: text.number, cell: ({ id }) => id, card: 'labelled' },
  { heading: common.name, cell: (member) => <PersonLink person={member} />, breaks: 'name', card: 'title' },
  { heading: common.email, cell: ({ email }) => <MiddleTruncated text={email} /> },
  { heading: text.code, cell: ({ referral_code }) => referral_code ?? common.none, card: 'labelled' },
  { heading: text.role, cell: ({ role }) => text.roles[role], card: 'labelled' },
  { heading: text.stage, cell: ({ stage }) => stage, align: 'end', card: 'labelled' },
  { heading: text.impact, cell: ({ impact }) => <Money amount={impact} />, align: 'end', card: 'labelled' },
  { heading: text.available, cell: ({ available }) => <Money amount={available} />, align: 'end', card: 'labelled' },
  { heading: text.held, cell: ({ held }) => <Money amount={held} />, align: 'end', card: 'labelled' },
  {
    heading: common.state,
    cell: ({ frozen }) => (
      <StatusDot tone={frozen ? 'danger' : 'positive'}>{frozen ? text.frozen : text.normal}</StatusDot>
    ),
    card: 'value',
  },
  { heading: text.joined, cell: ({ joined }) => showDay(joined), card: 'labelled' },
]
