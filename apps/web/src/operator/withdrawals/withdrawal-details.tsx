import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { DialogSheet, SheetFooter } from '../../ui/dialog-sheet.tsx'
import { GroupedAddress } from '../../ui/grouped-address.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { MiddleTruncated } from '../../ui/middle-truncated.tsx'
import { Money } from '../../ui/money.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from '../console.module.css'
import { operatorCopy } from '../copy.ts'
import { Facts } from '../parts/facts.tsx'
import { showInstant } from '../parts/instants.ts'
import { PersonLink } from '../parts/person-link.tsx'
import { useWithdrawalQuery, type WithdrawalRow, type WithdrawalView as Details } from './api.ts'
import { withdrawalsCopy } from './copy.ts'
import { Flags } from './withdrawal-columns.tsx'

const text = withdrawalsCopy
const common = operatorCopy.common

/** All that is known of one withdrawal and of who asked for it. */
export function WithdrawalDetails({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, isError, refetch } = useWithdrawalQuery({ id })
  return (
    <DialogSheet title={text.detailTitle} onClose={onClose}>
      {data ? (
        <Found details={data} />
      ) : isError ? (
        <LoadFailure text={common.loadFailed} retryLabel={common.retry} onRetry={refetch} />
      ) : (
        <Skeleton height={240} />
      )}
      <SheetFooter>
        <Button variant="default" onClick={onClose}>
          {text.close}
        </Button>
      </SheetFooter>
    </DialogSheet>
  )
}

function Found({ details: { withdrawal, member, attempts, fees, earlier } }: { details: Details }) {
  return (
    <>
      <Facts
        facts={[
          [
            common.member,
            withdrawal.member ? <PersonLink key="member" person={withdrawal.member} /> : withdrawal.payee,
          ],
          [common.amount, <Money key="amount" amount={withdrawal.amount} />],
          [common.state, text.states[withdrawal.state]],
          [common.reference, <MiddleTruncated key="reference" text={withdrawal.id} />],
          [common.address, <GroupedAddress key="address" address={withdrawal.address} />],
          [text.flags, withdrawal.flags.length > 0 ? <Flags key="flags" flags={withdrawal.flags} /> : common.none],
          [text.waitsFor, waitsFor(withdrawal)],
          ...approvalsOf(withdrawal),
          [text.requested, showInstant(withdrawal.requested_at)],
          [text.decidedBy, withdrawal.decided_by ?? common.none],
          [text.decision, withdrawal.decision ?? common.none],
          [text.ended, showInstant(withdrawal.ended_at)],
          [
            common.transaction,
            withdrawal.transaction === null ? (
              common.none
            ) : (
              <code key="transaction" className={styles.mono}>
                {withdrawal.transaction}
              </code>
            ),
          ],
          [text.fees, fees === null ? common.none : text.coins(fees)],
          ...(member ? factsOf(member) : []),
        ]}
      />
      <DataTable
        caption={text.attempts}
        columns={ATTEMPTS}
        rows={attempts}
        rowKey={({ transaction }) => transaction}
        emptyText={text.noAttempts}
      />
      <DataTable
        caption={text.earlier}
        columns={EARLIER}
        rows={earlier}
        rowKey={({ id }) => id}
        emptyText={text.noEarlier}
      />
    </>
  )
}

const factsOf = (member: NonNullable<Details['member']>): [label: string, value: ReactNode][] => [
  [text.joined, showInstant(member.joined)],
  [text.available, <Money key="available" amount={member.available} />],
  [text.deposited, <Money key="deposited" amount={member.total_deposited} />],
  [text.donated, <Money key="donated" amount={member.total_donated} />],
  [text.earned, <Money key="earned" amount={member.total_earned} />],
  [text.withdrawn, <Money key="withdrawn" amount={member.total_withdrawn} />],
]

const waitsFor = ({ waits_for: what }: WithdrawalRow): string =>
  what === null ? common.none : (text.waitsForNames[what] ?? what)

/** Only where two are needed: otherwise the decision says it all, or there was nobody to ask. */
function approvalsOf(withdrawal: WithdrawalRow): [label: string, value: string][] {
  const { needed, first_by } = withdrawal.approvals
  if (needed === 1) return []
  return [
    [text.approvals, text.approvalsOf(approvalsGiven(withdrawal), needed)],
    [text.firstBy, first_by?.name ?? common.none],
  ]
}

/** Refusing is deciding, too. */
function approvalsGiven({ state, approvals, decided_by }: WithdrawalRow): number {
  if (decided_by !== null && state !== 'refused' && state !== 'cancelled') return approvals.needed
  return approvals.first_by === null ? 0 : 1
}

const ATTEMPTS: Column<Details['attempts'][number]>[] = [
  { heading: common.transaction, cell: ({ transaction }) => <MiddleTruncated text={transaction} />, card: 'title' },
  { heading: text.nonce, cell: ({ nonce }) => nonce, align: 'end', card: 'labelled' },
  { heading: text.sent, cell: ({ sent_at }) => showInstant(sent_at), breaks: 'moment', card: 'labelled' },
  { heading: text.advice, cell: ({ advice }) => advice ?? common.none, breaks: 'prose', card: 'labelled' },
]

const EARLIER: Column<WithdrawalRow>[] = [
  { heading: text.requested, cell: ({ requested_at }) => showInstant(requested_at), breaks: 'moment', card: 'title' },
  { heading: common.amount, cell: ({ amount }) => <Money amount={amount} />, align: 'end', card: 'value' },
  { heading: common.state, cell: ({ state }) => text.states[state] },
]
