import type { stepUp } from '@trefoil/contract/sessions'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { injectEndpoints } from '../lib/api.ts'
import { call } from '../lib/endpoint.ts'
import { failureText } from '../lib/failure.ts'
import { answerStepUpWith } from '../lib/step-up.ts'
import { useSecondFactor } from '../lib/use-second-factor.ts'
import { operatorCopy } from '../operator/copy.ts'
import { ConfirmSheet } from '../ui/confirm-sheet.tsx'
import { SecondFactorField } from '../ui/second-factor-field.tsx'

const text = operatorCopy.stepUp

const { useStepUpMutation } = injectEndpoints((build) => ({
  stepUp: build.mutation(call<typeof stepUp>('POST', '/users/sessions/step-up')),
}))

/** Asks for the second factor whenever a call needs it again, above whatever is open. */
export function StepUp() {
  const [answer, setAnswer] = useState<{ give: (wasShown: boolean) => void }>()
  useEffect(() => answerStepUpWith(() => new Promise((give) => setAnswer({ give }))), [])
  if (!answer) return null
  const end = (wasShown: boolean) => {
    setAnswer(undefined)
    answer.give(wasShown)
  }
  return <StepUpSheet onShown={() => end(true)} onCancel={() => end(false)} />
}

function StepUpSheet({ onShown, onCancel }: { onShown: () => void; onCancel: () => void }) {
  const [show] = useStepUpMutation()
  const factor = useSecondFactor(text.codeRequired)
  const { register, handleSubmit, formState, setError } = useForm({ defaultValues: { code: '' } })
  return (
    <ConfirmSheet
      title={text.title}
      facts={[]}
      note={text.text}
      confirmLabel={text.submit}
      busy={formState.isSubmitting}
      onConfirm={handleSubmit(async ({ code }) => {
        try {
          await show({ code: factor.take(code) }).unwrap()
          onShown()
        } catch (problem) {
          const message = failureText(problem, { field: 'message', fallback: text.failed })
          setError('code', { message }, { shouldFocus: true })
        }
      })}
      onCancel={onCancel}
    >
      <SecondFactorField
        factor={factor}
        label={text.code}
        description={text.codeHint}
        autoFocus
        required
        error={formState.errors.code?.message}
        {...register('code', factor.rules)}
      />
    </ConfirmSheet>
  )
}
