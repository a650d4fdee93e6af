import { showAmount } from '../../lib/formats.ts'
import type { Column } from '../../ui/data-table.tsx'
import { MiddleTruncated } from '../../ui/middle-truncated.tsx'
import { Money } from '../../ui/money.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import styles from '../console.module.css'
import { operatorCopy } from '../copy.ts'
import { showInstant } from '../parts/instants.ts'
import { PersonLink } from '../parts/person-link.tsx'
import { SmallButton } from '../parts/small-button.tsx'
import type { WithdrawalRow } from './api.ts'
import { withdrawalsCopy } from './copy.ts'
import type { Decision } from './decision.ts'

const text = withdrawalsCopy
const common = operatorCopy.common

const TONES = {
  requested: 'pending',
  approved: 'pending',
  claimed: 'pending',
  failed: 'danger',
  paid: 'positive',
  refused: 'calm',
  cancelled: 'calm',
} as const satisfies Record<WithdrawalRow['state'], string>

type Tools = {
  marked?: ReadonlySet<string>
  onMark?: (id: string) => void
  onDecide?: (decision: Decision, row: WithdrawalRow) => void
  isDecidable: (row: WithdrawalRow) => boolean
  /** The address of whoever looks. */
  own?: string | undefined
  onOpen: (id: string) => void
}

/** With the marks and buttons of somebody who may decide, or without. */
export function withdrawalColumns({
  marked,
  onMark,
  onDecide,
  isDecidable,
  own,
  onOpen,
}: Tools): Column<WithdrawalRow>[] {
  const columns: Column<WithdrawalRow>[] = [
    ...plainWithdrawalColumns,
    {
      heading: common.actions,
      card: 'actions',
      cell: (row) => {
        const said = [row.payee, showAmount(row.amount)] as const
        return (
          <span className={styles.actions}>
            {onDecide && isDecidable(row) ? (
              <>
                {isApprovedByOne(row) && row.approvals.first_by?.email === own ? (
                  <span className={styles.muted}>{text.ownApproval}</span>
                ) : isTriedByItself(row) ? null : (
                  <SmallButton
                    filled
                    label={row.state === 'approved' ? text.tryAgainOf(...said) : text.approveOf(...said)}
                    onClick={() => onDecide('approve', row)}
                  >
                    {row.state === 'approved' ? text.tryAgain : text.approve}
                  </SmallButton>
                )}
                <SmallButton tone="danger" label={text.refuseOf(...said)} onClick={() => onDecide('refuse', row)}>
                  {text.refuse}
                </SmallButton>
              </>
            ) : null}
            <SmallButton label={text.detailsOf(...said)} onClick={() => onOpen(row.id)}>
              {text.details}
            </SmallButton>
          </span>
        )
      },
    },
  ]
  if (!onMark) return columns
  return [
    {
      heading: text.mark,
      cell: (row) =>
        isDecidable(row) ? (
          <label className={styles.checkLabel}>
            <span className="visually-hidden">{text.select(row.id)}</span>
            <input
              type="checkbox"
              className={styles.check}
              checked={marked?.has(row.id) ?? false}
              onChange={() => onMark(row.id)}
            />
          </label>
        ) : null,
    },
    ...columns,
  ]
}

const isApprovedByOne = ({ waits_for }: WithdrawalRow): boolean => waits_for === 'second_approval'

/** Approved and on its way, or held back by what no approval changes. */
const isTriedByItself = ({ state, waiting, waits_for }: WithdrawalRow): boolean =>
  state === 'approved' && (!waiting || waits_for === 'frozen')

const stateOf = (row: WithdrawalRow): string => (isApprovedByOne(row) ? text.oneOfTwo : text.states[row.state])

const plainWithdrawalColumns: Column<WithdrawalRow>[] = [
  {
    heading: common.member,
    cell: ({ member, payee }) => (member ? <PersonLink person={member} /> : payee),
    breaks: 'name',
    card: 'title',
  },
  { heading: common.amount, cell: ({ amount }) => <Money amount={amount} />, align: 'end', card: 'value' },
  { heading: text.requested, cell: ({ requested_at }) => showInstant(requested_at), breaks: 'moment' },
  {
    heading: common.state,
    cell: (row) => <StatusDot tone={TONES[row.state]}>{stateOf(row)}</StatusDot>,
  },
  { heading: text.flags, cell: ({ flags }) => <Flags flags={flags} /> },
  { heading: common.address, cell: ({ address }) => <MiddleTruncated text={address} />, card: 'labelled' },
]

export function Flags({ flags }: { flags: WithdrawalRow['flags'] }) {
  if (flags.length === 0) return null
  return (
    <ul className={styles.flags}>
      {flags.map((flag) => (
        <li key={flag} className={styles.flag}>
          {text.flagNames[flag]}
        </li>
      ))}
    </ul>
  )
}
