import { useState } from 'react'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { MiddleTruncated } from '../../ui/middle-truncated.tsx'
import { Money } from '../../ui/money.tsx'
import styles from '../console.module.css'
import { operatorCopy } from '../copy.ts'
import { showInstant } from '../parts/instants.ts'
import { PersonLink } from '../parts/person-link.tsx'
import { SmallButton } from '../parts/small-button.tsx'
import { useMayAct } from '../parts/use-may-act.ts'
import { useWaitingDepositsInfiniteQuery, type WaitingDeposit } from './api.ts'
import { screeningCopy } from './copy.ts'
import type { HitDecision } from './hit-sheet.tsx'
import { WaitingDepositSheet } from './waiting-deposit-sheet.tsx'

const text = screeningCopy.unanswered
const common = operatorCopy.common
const RENEWAL_MS = 5000

/** Shown only while there are any: as a rule, an answer takes a second. */
export function WaitingDeposits() {
  const [asked, setAsked] = useState<{ decision: HitDecision; deposit: WaitingDeposit }>()
  const mayAct = useMayAct()
  const { data, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useWaitingDepositsInfiniteQuery(
    undefined,
    { pollingInterval: RENEWAL_MS, skipPollingIfUnfocused: true },
  )
  const rows = data?.pages.flatMap(({ deposits }) => deposits) ?? []
  const isAsking = data?.pages[0]?.is_asking ?? true
  const decide = mayAct ? [actions((decision, deposit) => setAsked({ decision, deposit }))] : []
  return (
    <>
      {rows.length > 0 || isError ? (
        <DataTable
          caption={text.caption}
          captionShown
          wide
          columns={[...columns(isAsking), ...decide]}
          rows={rows}
          rowKey={({ id }) => String(id)}
          emptyText={screeningCopy.empty}
          failure={{ isError, onRetry: refetch }}
          more={{ hasMore: hasNextPage, isLoading: isFetchingNextPage, onMore: fetchNextPage }}
        />
      ) : null}
      {asked ? <WaitingDepositSheet {...asked} onClose={() => setAsked(undefined)} /> : null}
    </>
  )
}

const columns = (isAsking: boolean): Column<WaitingDeposit>[] => [
  { heading: common.member, cell: ({ member }) => <PersonLink person={member} />, breaks: 'name', card: 'title' },
  { heading: common.amount, cell: ({ amount }) => <Money amount={amount} />, align: 'end', card: 'value' },
  { heading: common.address, cell: ({ address }) => <MiddleTruncated text={address} />, card: 'labelled' },
  { heading: text.since, cell: ({ waits_since: since }) => showInstant(since), breaks: 'moment', card: 'labelled' },
  {
    heading: text.why,
    cell: ({ unanswered }) => (
      <span className={styles.prose} dir="auto">
        {isAsking ? (unanswered ?? text.notYet) : text.notConfigured}
      </span>
    ),
    breaks: 'prose',
    card: 'labelled',
  },
]

const actions = (ask: (decision: HitDecision, deposit: WaitingDeposit) => void): Column<WaitingDeposit> => ({
  heading: common.actions,
  cell: (deposit) =>
    deposit.by_hand ? (
      <div className={styles.actions}>
        <SmallButton label={text.releaseOf(deposit.reference)} onClick={() => ask('release', deposit)}>
          {screeningCopy.release}
        </SmallButton>
        <SmallButton tone="danger" label={text.refuseOf(deposit.reference)} onClick={() => ask('refuse', deposit)}>
          {screeningCopy.refuse}
        </SmallButton>
      </div>
    ) : (
      text.soon
    ),
})
