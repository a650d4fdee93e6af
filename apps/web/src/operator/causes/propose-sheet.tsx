import { useState } from 'react'
import { TextField } from '../../ui/text-field.tsx'
import { operatorCopy } from '../copy.ts'
import { ActionSheet } from '../parts/action-sheet.tsx'
import { useProposeCauseMutation, type CauseRecord } from './api.ts'
import { causesCopy } from './copy.ts'

const text = causesCopy
const TEXTS = {
  open: { title: text.openTitle, note: text.openNote },
  close: { title: text.closeTitle, note: text.closeNote },
  address: { title: text.addressTitle, note: text.addressNote },
} as const

export type CauseChange = keyof typeof TEXTS

type ProposeSheetProps = { cause: CauseRecord; change: CauseChange; onClose: () => void }

/** The first half of a two-person act. */
export function ProposeSheet({ cause: { id, name, payout_address }, change, onClose }: ProposeSheetProps) {
  const [propose] = useProposeCauseMutation()
  const [typed, setTyped] = useState('')
  const address = typed.trim()
  const asksAddress = change === 'address' || (change === 'open' && payout_address === null)
  return (
    <ActionSheet
      title={TEXTS[change].title}
      note={TEXTS[change].note}
      facts={[
        { label: text.name, value: name },
        ...(payout_address === null ? [] : [{ label: text.payoutAddress, value: <code>{payout_address}</code> }]),
      ]}
      confirmLabel={text.propose}
      reasonLabel={operatorCopy.act.reason}
      problem={asksAddress && address === '' ? text.addressMissing : undefined}
      act={(why) => propose({ cause: id, change, why, ...(asksAddress && { address }) }).unwrap()}
      onClose={onClose}
    >
      {asksAddress ? (
        <TextField
          label={text.addressField}
          autoComplete="off"
          spellCheck={false}
          required
          maxLength={42}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      ) : null}
    </ActionSheet>
  )
}
