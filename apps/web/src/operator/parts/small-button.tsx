import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import styles from '../console.module.css'

type SmallButtonProps = {
  /** Where several rows have the same button: which one this is. */
  label?: string
  tone?: 'danger'
  filled?: boolean
  onClick: () => void
  children: ReactNode
}

/** What can be done with a row. */
export function SmallButton({ label, tone, filled = false, onClick, children }: SmallButtonProps) {
  return (
    <Button
      variant={filled ? 'filled' : 'default'}
      className={`${styles.small} ${tone === 'danger' ? styles.danger : ''}`}
      aria-label={label}
      onClick={onClick}
    >
      {children}
    </Button>
  )
}
