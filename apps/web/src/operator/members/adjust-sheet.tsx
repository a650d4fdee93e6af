import { useState } from 'react'
import { readAmount } from '../../lib/amounts.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { operatorCopy } from '../copy.ts'
import { ActionSheet } from '../parts/action-sheet.tsx'
import { useProposeAdjustmentMutation } from './api.ts'
import { memberCopy } from './member-copy.ts'

const text = memberCopy
const ACCOUNTS = ['impact', 'available'] as const

type AdjustSheetProps = { member: { id: number; name: string }; onClose: () => void }

/** Proposes an adjustment; it takes effect once a second operator agrees. */
export function AdjustSheet({ member, onClose }: AdjustSheetProps) {
  const [propose] = useProposeAdjustmentMutation()
  const [account, setAccount] = useState<(typeof ACCOUNTS)[number]>('impact')
  const [typed, setTyped] = useState('')
  const amount = readSigned(typed)
  return (
    <ActionSheet
      title={text.adjustTitle}
      note={text.adjustNote}
      facts={[{ label: operatorCopy.common.member, value: member.name }]}
      confirmLabel={text.propose}
      reasonLabel={operatorCopy.act.reason}
      problem={amount === null ? text.adjustInvalid : undefined}
      act={(why) => propose({ member: member.id, account, amount: amount ?? 0, why }).unwrap()}
      onClose={onClose}
    >
      <SelectField
        label={text.account}
        value={account}
        options={ACCOUNTS.map((value) => ({ value, label: text.accounts[value] }))}
        onChange={(value) => setAccount(ACCOUNTS.find((each) => each === value) ?? 'impact')}
      />
      <TextField
        label={text.adjustAmount}
        description={text.adjustAmountHint}
        inputMode="text"
        autoComplete="off"
        required
        maxLength={24}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </ActionSheet>
  )
}

/** The keyboard's minus and the typographic one that we show. */
function readSigned(typed: string): number | null {
  const [, sign, figure = ''] = /^\s*([-\u2212+]?)\s*(.*)$/.exec(typed) ?? []
  const amount = readAmount(figure)
  return amount === null ? null : sign === '-' || sign === '\u2212' ? -amount : amount
}
