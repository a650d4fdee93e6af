import { useForm } from 'react-hook-form'
import { useSecondFactor } from '../../lib/use-second-factor.ts'
import { toast } from '../../ui/toasts.tsx'
import { useDisableTwoFactorMutation } from './api.ts'
import { settingsCopy } from './copy.ts'
import { ProofFields } from './proof-fields.tsx'
import { StepForm } from './step-form.tsx'
import { Step } from './step.tsx'
import { serverSentence } from '../../lib/server-words.ts'

const text = settingsCopy.twoFactor

export function TurnOffTwoFactor({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
  const [disable] = useDisableTwoFactorMutation()
  const factor = useSecondFactor(text.codeRequired)
  const form = useForm({ defaultValues: { passcode: '', code: '' } })

  const send = async ({ passcode, code }: { passcode: string; code: string }) => {
    const { message } = await disable({ password: passcode, code: factor.take(code) }).unwrap()
    toast.success(serverSentence(message, text.turnedOff))
    onDone()
  }

  return (
    <Step title={text.turnOffTitle} text={text.turnOffText}>
      <StepForm form={form} label={text.turnOffTitle} submitText={text.turnOff} send={send} onCancel={onCancel}>
        <ProofFields factor={factor} codeAsked autoFocus />
      </StepForm>
    </Step>
  )
}
