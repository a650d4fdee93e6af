import { useState } from 'react'
import { CheckField } from '../../ui/check-field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { operatorCopy } from '../copy.ts'
import { ActionSheet } from '../parts/action-sheet.tsx'
import { useCreateApiKeyMutation, type Scope } from './api.ts'
import { programsCopy } from './copy.ts'
import styles from './programs.module.css'

const text = programsCopy
const SCOPES = Object.keys(text.parts) as Scope[]
const LASTING = Object.entries(text.days).map(([value, label]) => ({ value, label }))

export function MakeKeySheet({ onMade, onClose }: { onMade: (key: string) => void; onClose: () => void }) {
  const [create] = useCreateApiKeyMutation()
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<readonly Scope[]>([])
  const [days, setDays] = useState('90')
  return (
    <ActionSheet
      title={text.makeTitle}
      facts={[]}
      note={text.makeNote}
      confirmLabel={text.make}
      reasonLabel={operatorCopy.act.reason}
      problem={problemOf(name, scopes)}
      act={async (why) => {
        const { data, message } = await create({
          name: name.trim(),
          scopes: [...scopes],
          days: Number(days),
          why,
        }).unwrap()
        onMade(data.key)
        return { message }
      }}
      onClose={onClose}
    >
      <TextField
        label={text.name}
        description={text.nameHint}
        required
        maxLength={60}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <fieldset className={styles.scopes}>
        <legend>{text.scopes}</legend>
        {SCOPES.map((scope) => (
          <CheckField
            key={scope}
            label={text.parts[scope]}
            checked={scopes.includes(scope)}
            onChange={({ currentTarget: { checked } }) =>
              setScopes((chosen) => (checked ? [...chosen, scope] : chosen.filter((one) => one !== scope)))
            }
          />
        ))}
      </fieldset>
      <SelectField label={text.lasts} value={days} options={LASTING} onChange={setDays} />
    </ActionSheet>
  )
}

function problemOf(name: string, scopes: readonly Scope[]): string | undefined {
  if (name.trim() === '') return text.nameRequired
  return scopes.length === 0 ? text.scopesRequired : undefined
}
