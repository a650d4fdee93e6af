import { useState } from 'react'
import { operatorCopy } from '../copy.ts'
import { ActionSheet } from '../parts/action-sheet.tsx'
import { useWithdrawCauseUpdateMutation, type CauseRecord, type CauseUpdate } from './api.ts'
import { causesCopy } from './copy.ts'

const text = causesCopy

type WithdrawSheetProps = { cause: CauseRecord; update: CauseUpdate; onClose: () => void }

export function WithdrawSheet({ cause, update, onClose }: WithdrawSheetProps) {
  const [withdraw] = useWithdrawCauseUpdateMutation()
  // Of what this operator has read: another may have corrected it meanwhile.
  const [{ revision, title }] = useState(update)
  return (
    <ActionSheet
      title={text.withdrawTitle}
      note={text.withdrawNote}
      facts={[
        { label: text.name, value: cause.name },
        { label: text.title, value: title },
      ]}
      confirmLabel={text.withdraw}
      reasonLabel={operatorCopy.act.reason}
      act={(why) => withdraw({ id: cause.id, update: update.id, revision, why }).unwrap()}
      onClose={onClose}
    />
  )
}
