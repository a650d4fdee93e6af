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

type Account = {
  account: EntryRow['account']
  of: 'members' | 'causes' | 'system'
  cause: { id: number; name: string } | null
  balance: number
}
type Opened = Pick<Account, 'account' | 'cause'>

/** Where all money is. Entries of members' accounts are in their statements. */
export function Accounts() {
  const { data, isError, refetch } = useAccountsQuery()
  const [opened, setOpened] = useState<Opened>({ account: 'operations', cause: null })
  return (
    <div className={styles.page}>
      <DataTable
        caption={text.accounts}
        columns={columnsWith(setOpened)}
        rows={data?.accounts}
        rowKey={({ of, account, cause }) => `${of} ${account} ${cause?.id ?? 0}`}
        emptyText={text.empty}
        failure={{ isError, onRetry: refetch }}
      />
      <Lines {...opened} />
    </div>
  )
}

function Lines({ account, cause }: Opened) {
  const [days, setDays] = useState<Days>({})
  const { data, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useEntriesInfiniteQuery({
    account,
    ...(cause && { cause: cause.id }),
    ...days,
  })
  return (
    <DataTable
      caption={text.linesOf(nameOf({ account, cause }))}
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

const nameOf = ({ account, cause }: Opened): string => {
  const name = text.names[account]
  return cause ? `${name}: ${cause.name}` : name
}

const columnsWith = (onOpen: (account: Opened) => void): Column<Account>[] => [
  { heading: text.account, cell: nameOf, card: 'title' },
  { heading: text.of, cell: ({ of }) => text.owners[of] },
  { heading: text.balance, cell: ({ balance }) => <Money amount={balance} />, align: 'end', card: 'value' },
  {
    heading: text.lines,
    card: 'actions',
    cell: ({ account, cause, of }) =>
      of !== 'members' ? (
        <SmallButton label={text.linesOf(nameOf({ account, cause }))} onClick={() => onOpen({ account, cause })}>
          {text.lines}
        </SmallButton>
      ) : null,
  },
]
