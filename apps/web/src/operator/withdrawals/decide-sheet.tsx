import { toDollars, usd } from '@trefoil/core/money'
import { inUnits } from '../../lib/amounts.ts'
import { GroupedAddress } from '../../ui/grouped-address.tsx'
import { Money } from '../../ui/money.tsx'
import { operatorCopy } from '../copy.ts'
import { ActionSheet } from '../parts/action-sheet.tsx'
import { useApproveMutation, useDecideMutation, useRefuseMutation, type WithdrawalRow } from './api.ts'
import { approveNote } from './approve-note.ts'
import { withdrawalsCopy } from './copy.ts'
import type { Decision } from './decision.ts'
import { Flags } from './withdrawal-columns.tsx'

const text = withdrawalsCopy
const common = operatorCopy.common

type DecideSheetProps = {
  decision: Decision
  rows: WithdrawalRow[]
  /** Those that were, which may be fewer than were asked for. */
  onDecided: (ids: readonly string[]) => void
  onClose: () => void
}

/** One withdrawal with all that is known of it, or several by their sum. */
export function DecideSheet({ decision, rows, onDecided, onClose }: DecideSheetProps) {
  const [approve] = useApproveMutation()
  const [refuse] = useRefuseMutation()
  const [decideAll] = useDecideMutation()
  const [only] = rows
  if (!only) return null
  const isApproval = decision === 'approve'
  const shared = {
    note: isApproval ? approveNote(rows) : text.refuseNote,
    confirmLabel: isApproval ? text.approve : text.refuse,
    reasonLabel: text.reason,
    onClose,
  }
  if (rows.length === 1)
    return (
      <ActionSheet
        {...shared}
        title={isApproval ? text.approveTitle : text.refuseTitle}
        facts={[
          { label: common.member, value: only.payee },
          { label: common.amount, value: <Money amount={only.amount} /> },
          { label: common.address, value: <GroupedAddress address={only.address} /> },
          { label: text.flags, value: only.flags.length === 0 ? common.none : <Flags flags={only.flags} /> },
        ]}
        act={async (why) => {
          const reply = await (isApproval ? approve : refuse)({ id: only.id, why }).unwrap()
          onDecided([only.id])
          return reply
        }}
      />
    )
  const sum = toDollars(usd(rows.reduce((total, { amount }) => total + inUnits(amount), 0n)))
  const flags = [...new Set(rows.flatMap((row) => row.flags))]
  return (
    <ActionSheet
      {...shared}
      title={isApproval ? text.approveManyTitle(rows.length) : text.refuseManyTitle(rows.length)}
      facts={[
        { label: text.count, value: rows.length },
        { label: text.sum, value: <Money amount={sum} /> },
        { label: text.flags, value: flags.length === 0 ? common.none : <Flags flags={flags} /> },
      ]}
      act={async (why) => {
        const reply = await decideAll({ decision, ids: rows.map(({ id }) => id), why }).unwrap()
        onDecided(reply.data.results.filter(({ done }) => done).map(({ id }) => id))
        const left = reply.data.results.filter(({ done }) => !done)
        if (left.length === 0) return reply
        const sentences = left.map(({ id, message }) => `${id}: ${message}`)
        // Said in the sheet, like any other refusal.
        throw Object.assign(new Error(reply.message), { data: { message: [text.someFailed, ...sentences].join(' ') } })
      }}
    />
  )
}
