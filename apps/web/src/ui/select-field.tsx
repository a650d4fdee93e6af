import { useId } from 'react'
import IconChevronDown from '~icons/tabler/chevron-down'
import styles from './select-field.module.css'

type SelectFieldProps = {
  label: string
  /** The label is for screen readers only. */
  labelHidden?: boolean
  description?: string
  value: string
  options: readonly { value: string; label: string }[]
  onChange: (value: string) => void
}

/** The native select: familiar on phones and with the keyboard. */
export function SelectField({ label, labelHidden = false, description, value, options, onChange }: SelectFieldProps) {
  const id = useId()
  const descriptionId = description === undefined ? undefined : `${id}-description`
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={labelHidden ? 'visually-hidden' : styles.label}>
        {label}
      </label>
      <div className={styles.frame}>
        <select
          id={id}
          className={styles.select}
          dir={directionOf(options.find((option) => option.value === value)?.label ?? '')}
          aria-describedby={descriptionId}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <IconChevronDown size={18} aria-hidden="true" className={styles.arrow} />
      </div>
      {description === undefined ? null : (
        <p id={descriptionId} className={styles.description}>
          {description}
        </p>
      )}
    </div>
  )
}

/** That of its first letter; without one, that of the page. */
function directionOf(label: string): 'ltr' | 'rtl' | undefined {
  const [letter] = /\p{L}/u.exec(label) ?? []
  if (letter === undefined) return undefined
  return /[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(letter) ? 'rtl' : 'ltr'
}
