import type { stepUp } from '@trefoil/contract/sessions'
import { useEffect, useState } from 'react'
import { injectEndpoints } from '../lib/api.ts'
import { call } from '../lib/endpoint.ts'
import { failureText } from '../lib/failure.ts'
import { answerStepUpWith } from '../lib/step-up.ts'
import { operatorCopy } from '../operator/copy.ts'
import { FactorSheet } from '../ui/factor-sheet.tsx'

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
  return (
    <FactorSheet
      title={text.title}
      facts={[]}
      note={text.text}
      confirmLabel={text.submit}
      text={text}
      codeAsked
      onConfirm={async (code) => {
        if (code === undefined) return undefined
        try {
          await show({ code }).unwrap()
          onShown()
          return undefined
        } catch (problem) {
          return failureText(problem, { field: 'message', fallback: text.failed })
        }
      }}
      onCancel={onCancel}
    />
  )
}
