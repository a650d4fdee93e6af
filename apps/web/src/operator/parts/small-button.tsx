import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import styles from '../console.module.css'

type SmallButtonProps = {
  /** Tells apart the same button of several rows. */
  label?: string
  tone?: 'danger'
  filled?: boolean
  onClick: () => void
  children: ReactNode
}

/** An action of a row. */
export function SmallButton({ label, tone, filled = false, onClick, children }: SmallButtonProps) {
  return (
    <Button
      variant={filled ? 'filled' : 'default'}
      tone={tone}
      className={styles.small}
      aria-label={label}
      onClick={onClick}
    >
      {children}
    </Button>
  )
}
