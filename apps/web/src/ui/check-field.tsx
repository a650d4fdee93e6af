import type { ComponentProps } from 'react'
import styles from './check-field.module.css'

/** A native check box with its label beside it; the whole line is the target. */
export const CheckField = ({ label, ...input }: Omit<ComponentProps<'input'>, 'type'> & { label: string }) => (
  <label className={styles.line}>
    <input type="checkbox" className={styles.box} {...input} />
    <span>{label}</span>
  </label>
)
