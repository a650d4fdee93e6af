import { TextField } from '../../ui/text-field.tsx'
import { operatorCopy } from '../copy.ts'

const text = operatorCopy.common

/** Days in UTC, both inclusive; an empty field means no bound. */
export type Days = { from?: string; to?: string }

export function DayRange({ days, onChange }: { days: Days; onChange: (days: Days) => void }) {
  const field = (end: 'from' | 'to') => (
    <TextField
      label={text[end]}
      type="date"
      value={days[end] ?? ''}
      onChange={({ currentTarget: { value } }) => {
        const { [end]: _before, ...other } = days
        onChange(value === '' ? other : { ...other, [end]: value })
      }}
    />
  )
  return (
    <>
      {field('from')}
      {field('to')}
    </>
  )
}
