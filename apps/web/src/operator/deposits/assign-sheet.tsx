import { useState } from 'react'
import { MiddleTruncated } from '../../ui/middle-truncated.tsx'
import { Money } from '../../ui/money.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { operatorCopy } from '../copy.ts'
import { ActionSheet } from '../parts/action-sheet.tsx'
import { useProposeAssignmentMutation, type UnmatchedRow } from './api.ts'
import { depositsCopy } from './copy.ts'

const text = depositsCopy
const common = operatorCopy.common

export function AssignSheet({ transfer, onClose }: { transfer: UnmatchedRow; onClose: () => void }) {
  const [propose] = useProposeAssignmentMutation()
  const [typed, setTyped] = useState('')
  const member = Number(typed)
  return (
    <ActionSheet
      title={text.assignTitle}
      note={text.assignNote}
      facts={[
        {
          label: text.value,
          value: transfer.amount === null ? text.units(transfer.value) : <Money amount={transfer.amount} />,
        },
        { label: text.sender, value: <MiddleTruncated text={transfer.sender} /> },
        { label: common.transaction, value: <MiddleTruncated text={transfer.transaction} /> },
      ]}
      confirmLabel={text.confirmAssign}
      reasonLabel={operatorCopy.act.reason}
      problem={Number.isSafeInteger(member) && member > 0 ? undefined : text.memberNumberRequired}
      act={(why) => propose({ unmatched: transfer.id, member, why }).unwrap()}
      onClose={onClose}
    >
      <TextField
        label={text.memberNumber}
        inputMode="numeric"
        required
        maxLength={10}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </ActionSheet>
  )
}
