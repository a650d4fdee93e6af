import type { PasskeyAssertion } from '@trefoil/contract/shapes'
import { useState, type ReactNode } from 'react'
import IconFingerprint from '~icons/tabler/fingerprint'
import { copy } from '../lib/copy.ts'
import { failureText } from '../lib/failure.ts'
import { isPasskeyDeclined } from '../lib/passkeys.ts'
import { Button } from './button.tsx'
import { toast } from './toasts.tsx'

type PasskeyButtonProps = {
  ask: () => Promise<PasskeyAssertion>
  /** Called with the button, whose form may then be submitted. */
  onAnswer: (answer: PasskeyAssertion, button: HTMLButtonElement) => unknown
  fullWidth?: boolean
  children: ReactNode
}

/** Asks for a passkey. While the browser asks, a second click does nothing. */
export function PasskeyButton({ ask, onAnswer, fullWidth = false, children }: PasskeyButtonProps) {
  const [busy, setBusy] = useState(false)

  const press = async (button: HTMLButtonElement) => {
    if (busy) return
    setBusy(true)
    try {
      await onAnswer(await ask(), button)
    } catch (problem) {
      const fallback = isPasskeyDeclined(problem) ? copy.passkey.declined : copy.passkey.failed
      toast.error(failureText(problem, { field: 'message', fallback }))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Button
      variant="default"
      fullWidth={fullWidth}
      aria-disabled={busy}
      leftSection={<IconFingerprint size={18} aria-hidden="true" />}
      onClick={({ currentTarget }) => void press(currentTarget)}
    >
      {children}
    </Button>
  )
}
