import { useState } from 'react'
import { TextField } from '../../ui/text-field.tsx'
import { operatorCopy } from '../copy.ts'
import { ActionSheet } from '../parts/action-sheet.tsx'
import { useResetTwoFactorMutation } from './api.ts'
import { memberCopy } from './member-copy.ts'

const text = memberCopy
const CHECK_LENGTH_MIN = 10

type ResetTwoFactorSheetProps = { member: { id: number; name: string }; onClose: () => void }

/** Only after an identity check, which goes into the audit log. */
export function ResetTwoFactorSheet({ member, onClose }: ResetTwoFactorSheetProps) {
  const [reset] = useResetTwoFactorMutation()
  const [check, setCheck] = useState('')
  return (
    <ActionSheet
      title={text.resetTwoFactorTitle}
      note={text.resetTwoFactorNote}
      facts={[{ label: operatorCopy.common.member, value: member.name }]}
      confirmLabel={text.resetTwoFactor}
      reasonLabel={operatorCopy.act.reason}
      problem={check.trim().length < CHECK_LENGTH_MIN ? text.checkHint : undefined}
      act={(why) => reset({ id: member.id, why, check: check.trim() }).unwrap()}
      onClose={onClose}
    >
      <TextField
        label={text.check}
        description={text.checkHint}
        required
        maxLength={500}
        value={check}
        onChange={(event) => setCheck(event.currentTarget.value)}
      />
    </ActionSheet>
  )
}
