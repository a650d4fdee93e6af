import { useState } from 'react'
import { useSelector } from 'react-redux'
import { useSearchParams } from 'react-router'
import { selectSession } from '../../lib/session.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import styles from '../console.module.css'
import { useMayAct } from '../parts/use-may-act.ts'
import { useWithdrawalsInfiniteQuery, type WithdrawalRow } from './api.ts'
import { BulkTools } from './bulk-tools.tsx'
import { withdrawalsCopy } from './copy.ts'
import { DecideSheet } from './decide-sheet.tsx'
import type { Decision } from './decision.ts'
import { WithdrawalDetails } from './withdrawal-details.tsx'
import { withdrawalColumns } from './withdrawal-columns.tsx'

const text = withdrawalsCopy
const SHOWN = ['waiting', 'open', 'all'] as const
const RENEWAL_MS = 3000

export default function WithdrawalsPage() {
  const [query, setQuery] = useSearchParams()
  const show = SHOWN.find((each) => each === query.get('show')) ?? 'waiting'
  const mayAct = useMayAct()
  const own = useSelector(selectSession)?.user.email
  const { data, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useWithdrawalsInfiniteQuery(
    { show },
    { pollingInterval: RENEWAL_MS, skipPollingIfUnfocused: true },
  )
  const rows = data?.pages.flatMap(({ withdrawals }) => withdrawals)
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set())
  const [asked, setAsked] = useState<{ decision: Decision; rows: WithdrawalRow[] }>()
  const [opened, setOpened] = useState<string>()
  const decidable = rows?.filter(isDecidable) ?? []
  const chosen = decidable.filter(({ id }) => marked.has(id))

  return (
    <div className={styles.page}>
      <ScreenTitle />
      <DataTable
        caption={text.filters[show]}
        wide
        columns={withdrawalColumns({
          ...(mayAct && {
            marked,
            onMark: (id) => setMarked((before) => toggled(before, id)),
            onDecide: (decision, row) => setAsked({ decision, rows: [row] }),
          }),
          isDecidable,
          own,
          onOpen: setOpened,
        })}
        rows={rows}
        rowKey={({ id }) => id}
        emptyText={text.empty}
        failure={{ isError, onRetry: refetch }}
        more={{ hasMore: hasNextPage, isLoading: isFetchingNextPage, onMore: fetchNextPage }}
        tools={
          <div className={styles.tools}>
            {mayAct && decidable.length > 0 ? (
              <BulkTools
                count={chosen.length}
                onAll={() => setMarked(new Set(decidable.map(({ id }) => id)))}
                onNone={() => setMarked(new Set())}
                onDecide={(decision) => setAsked({ decision, rows: chosen })}
              />
            ) : null}
            <SelectField
              label={text.filter}
              labelHidden
              value={show}
              options={SHOWN.map((value) => ({ value, label: text.filters[value] }))}
              onChange={(value) => setQuery(value === 'waiting' ? {} : { show: value }, { replace: true })}
            />
          </div>
        }
      />
      {asked ? (
        <DecideSheet
          {...asked}
          onDecided={(ids) => setMarked((before) => new Set([...before].filter((id) => !ids.includes(id))))}
          onClose={() => setAsked(undefined)}
        />
      ) : null}
      {opened === undefined ? null : <WithdrawalDetails id={opened} onClose={() => setOpened(undefined)} />}
    </div>
  )
}

/** Once the payout worker has claimed it, only the chain decides. */
const isDecidable = ({ state }: WithdrawalRow): boolean =>
  state === 'requested' || state === 'approved' || state === 'failed'

function toggled(before: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const after = new Set(before)
  if (!after.delete(id)) after.add(id)
  return after
}
