import type { FormEvent, ReactNode } from 'react'
import { Button } from './button.tsx'
import styles from './form.module.css'

type FormProps = {
  label: string
  /** While a call is pending, a second submit does nothing. */
  busy: boolean
  onSubmit: (event: FormEvent<HTMLFormElement>) => unknown
  /** With the Escape key. In a dialog, the dialog itself listens for it. */
  onCancel?: () => void
  /** Something in it was changed. */
  onEdit?: (() => void) | undefined
  children: ReactNode
}

/** One column of fields. We show our own messages instead of the browser's. */
export function Form({ label, busy, onSubmit, onCancel, onEdit, children }: FormProps) {
  return (
    <form
      noValidate
      aria-label={label}
      aria-busy={busy}
      className={styles.form}
      onChange={onEdit}
      onSubmit={(event) => {
        if (busy) event.preventDefault()
        else void onSubmit(event)
      }}
      onKeyDown={({ key }) => {
        if (key === 'Escape' && !busy) onCancel?.()
      }}
    >
      {children}
    </form>
  )
}

type SubmitButtonProps = { busy: boolean; tone?: 'danger' | undefined; fullWidth?: boolean; children: ReactNode }

export function SubmitButton({ busy, tone, fullWidth = false, children }: SubmitButtonProps) {
  return (
    <Button
      type="submit"
      tone={tone}
      fullWidth={fullWidth}
      aria-disabled={busy}
      leftSection={busy ? <span className={styles.spinner} aria-hidden="true" /> : undefined}
    >
      {children}
    </Button>
  )
}
