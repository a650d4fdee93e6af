import type { ReactNode } from 'react'
import { dashboardCopy } from '../lib/dashboard-copy.ts'
import { Button } from './button.tsx'
import styles from './confirm-sheet.module.css'
import { DialogSheet, SheetFooter } from './dialog-sheet.tsx'
import { Form, SubmitButton } from './form.tsx'
import { Notice } from './notice.tsx'

export type Fact = {
  label: string
  value: ReactNode
  /** How a value comes about that is in no books yet. */
  how?: ReactNode
}

export type ConfirmSheetProps = {
  title: string
  facts: readonly Fact[]
  note?: ReactNode
  confirmLabel: string
  busy: boolean
  onConfirm: () => unknown
  onCancel: () => void
  /** What went wrong. */
  failure?: string | undefined
  /** One of its fields was changed. */
  onEdit?: () => void
  /** A field that is needed only here. */
  children?: ReactNode
}

/** Before money leaves: amount, recipient, what remains, and a last chance to cancel. */
export function ConfirmSheet(props: ConfirmSheetProps) {
  const { title, facts, note, confirmLabel, busy, onConfirm, onCancel, failure, onEdit, children } = props
  return (
    <DialogSheet title={title} locked={busy} onClose={onCancel}>
      <Form
        label={title}
        busy={busy}
        onEdit={onEdit}
        onSubmit={(event) => {
          event.preventDefault()
          return onConfirm()
        }}
      >
        {facts.length > 0 ? (
          <dl className={styles.facts}>
            {facts.map(({ label, value, how }) => (
              <div key={label} className={styles.fact}>
                <dt>{label}</dt>
                <dd data-computed={how ? true : undefined}>
                  {value}
                  {how ? <span className={styles.how}>{how}</span> : null}
                </dd>
              </div>
            ))}
          </dl>
        ) : null}
        {note ? <p className={styles.note}>{note}</p> : null}
        {children}
        <SheetFooter>
          {failure === undefined ? null : <Notice tone="danger">{failure}</Notice>}
          <div className={styles.actions}>
            <Button variant="default" aria-disabled={busy} onClick={() => void (busy || onCancel())}>
              {dashboardCopy.money.cancel}
            </Button>
            <SubmitButton busy={busy}>{confirmLabel}</SubmitButton>
          </div>
        </SheetFooter>
      </Form>
    </DialogSheet>
  )
}
