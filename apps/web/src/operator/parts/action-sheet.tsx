import { useRef, useState, type ReactNode } from 'react'
import { failureText } from '../../lib/failure.ts'
import { ConfirmSheet } from '../../ui/confirm-sheet.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toasts.tsx'
import { operatorCopy } from '../copy.ts'

const text = operatorCopy.act
const REASON_LENGTH_MIN = 3

type ActSheetProps = {
  title: string
  facts: readonly { label: string; value: ReactNode }[]
  note?: ReactNode
  confirmLabel: string
  /** Undefined if the action needs no reason. */
  reasonLabel?: string
  act: (reason: string) => Promise<{ message: string }>
  onClose: () => void
  /** What is still wrong with the sheet's fields. */
  problem?: string | undefined
  children?: ReactNode
}

/** Confirms an operator's action with its subject and reason. A refusal is shown in the sheet. */
export function ActionSheet(props: ActSheetProps) {
  const { title, facts, note, confirmLabel, reasonLabel, act, onClose, problem, children } = props
  const [reason, setReason] = useState('')
  const reasonField = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const [missing, setMissing] = useState(false)
  const [refusal, setRefusal] = useState<string>()

  async function confirm() {
    if (reasonLabel !== undefined && reason.trim().length < REASON_LENGTH_MIN) {
      setMissing(true)
      return reasonField.current?.focus()
    }
    if (problem !== undefined) return setRefusal(problem)
    setBusy(true)
    setRefusal(undefined)
    try {
      const { message } = await act(reason.trim())
      toast.success(message)
      onClose()
    } catch (failure) {
      setRefusal(failureText(failure, { field: 'message', fallback: text.failed }))
      setBusy(false)
    }
  }

  return (
    <ConfirmSheet
      title={title}
      facts={facts}
      note={note}
      confirmLabel={confirmLabel}
      busy={busy}
      onConfirm={confirm}
      onCancel={onClose}
      failure={refusal}
      // It was about what stood there before.
      onEdit={() => setRefusal(undefined)}
    >
      {children}
      {reasonLabel === undefined ? null : (
        <TextField
          ref={reasonField}
          label={reasonLabel}
          description={text.reasonHint}
          required
          maxLength={300}
          value={reason}
          error={missing ? text.reasonRequired : undefined}
          onChange={(event) => {
            setReason(event.currentTarget.value)
            setMissing(false)
          }}
        />
      )}
    </ConfirmSheet>
  )
}
