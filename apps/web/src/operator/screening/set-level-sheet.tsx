import { useState } from 'react'
import { SelectField } from '../../ui/select-field.tsx'
import { operatorCopy } from '../copy.ts'
import { ActionSheet } from '../parts/action-sheet.tsx'
import { useSetMemberLevelMutation } from './api.ts'
import { screeningCopy } from './copy.ts'

const text = screeningCopy
const LEVELS = Array.from({ length: 10 }, (_, level) => String(level))
const BY_PROVIDER = ''

type SetLevelSheetProps = { member: { id: number; name: string; kyc_level: number }; onClose: () => void }

export function SetLevelSheet({ member, onClose }: SetLevelSheetProps) {
  const [setLevel] = useSetMemberLevelMutation()
  const [chosen, setChosen] = useState(String(member.kyc_level))
  return (
    <ActionSheet
      title={text.setLevelTitle}
      note={text.setLevelNote}
      facts={[{ label: operatorCopy.common.member, value: member.name }]}
      confirmLabel={text.setLevel}
      reasonLabel={operatorCopy.act.reason}
      act={(why) => setLevel({ id: member.id, level: chosen === BY_PROVIDER ? null : Number(chosen), why }).unwrap()}
      onClose={onClose}
    >
      <SelectField
        label={text.level}
        value={chosen}
        options={[...LEVELS.map((value) => ({ value, label: value })), { value: BY_PROVIDER, label: text.asProvider }]}
        onChange={setChosen}
      />
    </ActionSheet>
  )
}
