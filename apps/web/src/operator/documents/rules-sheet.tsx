import { useState } from 'react'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { operatorCopy } from '../copy.ts'
import { ActionSheet } from '../parts/action-sheet.tsx'
import { useProposeConsentRulesMutation, type Rules } from './api.ts'
import { documentsCopy } from './copy.ts'

const text = documentsCopy.rules
const MODES = Object.entries(text.modes).map(([value, label]) => ({ value, label }))
const AGE_MAX = 120
const HOURS_MAX = 8760

export function RulesSheet({ rules, onClose }: { rules: Rules; onClose: () => void }) {
  const [propose] = useProposeConsentRulesMutation()
  const [mode, setMode] = useState(rules.only_these ? 'only' : 'refuse')
  const [codes, setCodes] = useState(rules.countries.join(', '))
  const [age, setAge] = useState(rules.minimum_age === null ? '' : String(rules.minimum_age))
  const [hours, setHours] = useState(String(rules.waiting_hours))
  const countries = codes
    .toUpperCase()
    .split(/[\s,;]+/)
    .filter((code) => code !== '')
  const typed = { age: age.trim(), hours: hours.trim() }
  return (
    <ActionSheet
      title={text.change}
      facts={[]}
      note={text.note}
      confirmLabel={text.change}
      reasonLabel={operatorCopy.act.reason}
      problem={problemOf({ ...typed, countries })}
      act={(why) =>
        propose({
          only_these: mode === 'only',
          countries,
          minimum_age: typed.age === '' ? null : Number(typed.age),
          waiting_hours: Number(typed.hours),
          why,
        }).unwrap()
      }
      onClose={onClose}
    >
      <SelectField label={text.mode} value={mode} options={MODES} onChange={setMode} />
      <TextField
        label={text.codes}
        description={text.codesHint}
        autoComplete="off"
        value={codes}
        onChange={(event) => setCodes(event.currentTarget.value)}
      />
      <TextField
        label={text.ageField}
        description={text.ageHint}
        inputMode="numeric"
        autoComplete="off"
        value={age}
        onChange={(event) => setAge(event.currentTarget.value)}
      />
      <TextField
        label={text.waitField}
        inputMode="numeric"
        autoComplete="off"
        value={hours}
        onChange={(event) => setHours(event.currentTarget.value)}
      />
    </ActionSheet>
  )
}

function problemOf({ countries, age, hours }: { countries: string[]; age: string; hours: string }): string | undefined {
  if (!countries.every((code) => /^[A-Z]{2}$/.test(code))) return text.codesWrong
  if (age !== '' && !isWhole(age, { min: 1, max: AGE_MAX })) return text.ageWrong
  return isWhole(hours, { min: 0, max: HOURS_MAX }) ? undefined : text.waitWrong
}

const isWhole = (typed: string, { min, max }: { min: number; max: number }): boolean =>
  /^\d+$/.test(typed) && Number(typed) >= min && Number(typed) <= max
