import { useState } from 'react'
import { DataTable } from '../../ui/data-table.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import styles from '../console.module.css'
import { operatorCopy } from '../copy.ts'
import { DayRange, type Days } from '../parts/day-range.tsx'
import { entryColumns } from '../parts/entry-columns.tsx'
import { useStatementInfiniteQuery } from './api.ts'
import { memberCopy } from './member-copy.ts'

const text = memberCopy
const ACCOUNTS = ['impact', 'available', 'held'] as const

export function Statement({ member }: { member: number }) {
  const [account, setAccount] = useState<(typeof ACCOUNTS)[number]>('impact')
  const [days, setDays] = useState<Days>({})
  const { data, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useStatementInfiniteQuery({
    id: member,
    account,
    ...days,
  })
  return (
    <DataTable
      caption={text.accounts[account]}
      wide
      columns={entryColumns.ofOneAccount}
      rows={data?.pages.flatMap(({ entries }) => entries)}
      rowKey={({ sequence }) => String(sequence)}
      emptyText={operatorCopy.ledger.empty}
      failure={{ isError, onRetry: refetch }}
      more={{ hasMore: hasNextPage, isLoading: isFetchingNextPage, onMore: fetchNextPage }}
      tools={
        <div className={styles.tools}>
          <SelectField
            label={text.account}
            value={account}
            options={ACCOUNTS.map((value) => ({ value, label: text.accounts[value] }))}
            onChange={(value) => setAccount(ACCOUNTS.find((each) => each === value) ?? 'impact')}
          />
          <DayRange days={days} onChange={setDays} />
        </div>
      }
    />
  )
}
