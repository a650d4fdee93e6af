import { Link } from 'react-router'
import { showCount } from '../../lib/formats.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { Notice } from '../../ui/notice.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import styles from '../console.module.css'
import { operatorCopy } from '../copy.ts'
import { Facts } from '../parts/facts.tsx'
import { useCheckInvariantsMutation, type Overview } from './api.ts'
import { overviewCopy } from './copy.ts'

const text = overviewCopy

type Verdict = { name: string; violations: number }

export function Health({ overview }: { overview: Overview | undefined }) {
  const [check, { data: checked, isLoading, isError }] = useCheckInvariantsMutation()
  return (
    <section className={styles.rows} aria-labelledby="health">
      <h2 id="health" className={styles.heading}>
        {text.health}
      </h2>
      {overview && !overview.invariants.ok ? (
        <Notice tone="danger">
          <strong>{text.violated}</strong>
          {overview.invariants.violated.map((name) => (
            <span key={name}>{name}</span>
          ))}
        </Notice>
      ) : null}
      {overview && overview.posting_stopped !== null ? (
        <Notice tone="danger">
          <strong>{text.postingStopped}</strong>
          <span>{overview.posting_stopped}</span>
          <Link to="/operator/recovery">{text.toRecovery}</Link>
        </Notice>
      ) : null}
      {overview && overview.payouts.recovery !== null ? (
        <Notice tone="danger">
          <strong>{text.recovery}</strong>
          <span>{overview.payouts.recovery}</span>
          <Link to="/operator/recovery">{text.toRecovery}</Link>
        </Notice>
      ) : null}
      <Card>
        {overview ? <Facts facts={factsOf(overview)} /> : null}
        <div className={styles.tools}>
          <Button
            variant="default"
            className={styles.small}
            aria-disabled={isLoading}
            onClick={() => void (isLoading || check())}
          >
            {isLoading ? text.checking : text.checkNow}
          </Button>
          <span role="alert">{isError ? text.checkFailed : ''}</span>
        </div>
      </Card>
      {checked ? (
        <DataTable
          caption={text.invariants}
          columns={COLUMNS}
          rows={checked.data.invariants}
          rowKey={({ name }) => name}
          emptyText={text.allHold}
        />
      ) : null}
    </section>
  )
}

const factsOf = ({ invariants, scanner, payouts, members, parts }: Overview) =>
  [
    [
      text.invariants,
      <StatusDot key="dot" tone={invariants.ok ? 'positive' : 'danger'}>
        {invariants.ok ? text.allHold : text.violated}
      </StatusDot>,
    ],
    [
      text.scanner,
      <StatusDot key="dot" tone={scanner.trouble === null ? 'positive' : 'danger'}>
        {scanner.trouble ?? text.well}
      </StatusDot>,
    ],
    [text.chain, parts['chain'] ?? operatorCopy.common.none],
    [text.unmatchedTransfers, parts['unmatched_transfers'] ?? operatorCopy.common.none],
    [text.lag, scanner.lag_seconds === null ? operatorCopy.common.none : text.lagSeconds(scanner.lag_seconds)],
    [text.scanned, scanner.scanned === null ? operatorCopy.common.none : showCount(scanner.scanned)],
    [text.final, scanner.final === null ? operatorCopy.common.none : showCount(scanner.final)],
    [
      text.payouts,
      <StatusDot key="dot" tone={payouts.paused ? 'pending' : payouts.trouble === null ? 'positive' : 'danger'}>
        {payouts.paused ? text.paused : (payouts.trouble ?? text.running)}
      </StatusDot>,
    ],
    [
      text.reserves,
      <span key="reserves">
        {parts['reserves'] ?? operatorCopy.common.none} <Link to="/operator/reserves">{text.toReserves}</Link>
      </span>,
    ],
    [
      text.epochs,
      <span key="epochs">
        {parts['epochs'] ?? operatorCopy.common.none} <Link to="/operator/epochs">{text.toEpochs}</Link>
      </span>,
    ],
    ...('screening' in parts ? [[text.screening, parts['screening']] as const] : []),
    [text.mail, parts['mail'] ?? operatorCopy.common.none],
    [
      text.webhooks,
      <span key="webhooks">
        {parts['webhooks'] ?? operatorCopy.common.none} <Link to="/operator/programs">{text.toPrograms}</Link>
      </span>,
    ],
    [text.members, showCount(members.total)],
    [text.active, showCount(members.active)],
    [text.frozen, showCount(members.frozen)],
    [text.newToday, showCount(members.new_today)],
  ] as const

const COLUMNS: Column<Verdict>[] = [
  { heading: text.invariant, cell: ({ name }) => name, breaks: 'prose', card: 'title' },
  {
    heading: text.violations,
    cell: ({ violations }) => (
      <StatusDot tone={violations === 0 ? 'positive' : 'danger'}>{showCount(violations)}</StatusDot>
    ),
    align: 'end',
    card: 'value',
  },
]
