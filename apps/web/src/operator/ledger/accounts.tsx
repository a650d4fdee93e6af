import { useState } from 'react'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { Money } from '../../ui/money.tsx'
import styles from '../console.module.css'
import { operatorCopy } from '../copy.ts'
import { DayRange, type Days } from '../parts/day-range.tsx'
import { entryColumns, type EntryRow } from '../parts/entry-columns.tsx'
import { SmallButton } from '../parts/small-button.tsx'
import { useAccountsQuery, useEntriesInfiniteQuery } from './api.ts'

const text = operatorCopy.ledger

type Account = { account: EntryRow['account']; of: 'members' | 'system'; balance: number }

/** Where all money is. Entries of members' accounts are in their statements. */
export function Accounts() {
  const { data, isError, refetch } = useAccountsQuery()
  const [opened, setOpened] = useState<EntryRow['account']>('cause')
  return (
    <div className={styles.page}>
      <DataTable
        caption={text.accounts}
        columns={columnsWith(setOpened)}
        rows={data?.accounts}
        rowKey={({ account }) => account}
        emptyText={text.empty}
        failure={{ isError, onRetry: refetch }}
      />
      <Lines account={opened} />
    </div>
  )
}

function Lines({ account }: { account: EntryRow['account'] }) {
  const [days, setDays] = useState<Days>({})
  const { data, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useEntriesInfiniteQuery({
    account,
    ...days,
  })
  return (
    <DataTable
      caption={text.linesOf(text.names[account])}
      wide
      columns={entryColumns.ofOneAccount}
      rows={data?.pages.flatMap(({ entries }) => entries)}
      rowKey={({ sequence }) => String(sequence)}
      emptyText={text.empty}
      failure={{ isError, onRetry: refetch }}
      more={{ hasMore: hasNextPage, isLoading: isFetchingNextPage, onMore: fetchNextPage }}
      tools={
        <div className={styles.tools}>
          <DayRange days={days} onChange={setDays} />
        </div>
      }
    />
  )
}

const columnsWith = (onOpen: (account: EntryRow['account']) => void): Column<Account>[] => [
  { heading: text.account, cell: ({ account }) => text.names[account], card: 'title' },
  { heading: text.of, cell: ({ of }) => text.owners[of] },
  { heading: text.balance, cell: ({ balance }) => <Money amount={balance} />, align: 'end', card: 'value' },
  {
    heading: text.lines,
    card: 'actions',
    cell: ({ account, of }) =>
      of === 'system' ? (
        <SmallButton label={text.linesOf(text.names[account])} onClick={() => onOpen(account)}>
          {text.lines}
        </SmallButton>
      ) : null,
  },
]
