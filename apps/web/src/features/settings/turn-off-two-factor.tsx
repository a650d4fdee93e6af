import { useForm } from 'react-hook-form'
import { required } from '../../lib/required.ts'
import { useSecondFactor } from '../../lib/use-second-factor.ts'
import { PasscodeField } from '../../ui/passcode-field.tsx'
import { SecondFactorField } from '../../ui/second-factor-field.tsx'
import { toast } from '../../ui/toasts.tsx'
import { useDisableTwoFactorMutation } from './api.ts'
import { settingsCopy } from './copy.ts'
import { StepForm } from './step-form.tsx'
import { Step } from './step.tsx'

const text = settingsCopy.twoFactor

export function TurnOffTwoFactor({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
  const [disable] = useDisableTwoFactorMutation()
  const factor = useSecondFactor(text.codeRequired)
  const form = useForm({ defaultValues: { passcode: '', code: '' } })
  const { errors } = form.formState

  const send = async ({ passcode, code }: { passcode: string; code: string }) => {
    const { message } = await disable({ password: passcode, code: factor.take(code) }).unwrap()
    toast.success(message || text.turnedOff)
    onDone()
  }

  return (
    <Step title={text.turnOffTitle} text={text.turnOffText}>
      <StepForm form={form} label={text.turnOffTitle} submitText={text.turnOff} send={send} onCancel={onCancel}>
        <PasscodeField
          label={text.passcode}
          autoComplete="current-password"
          autoFocus
          required
          error={errors.passcode?.message}
          {...form.register('passcode', required(text.passcodeRequired))}
        />
        <SecondFactorField
          factor={factor}
          label={text.code}
          description={text.codeOrRecoveryHint}
          required
          error={errors.code?.message}
          {...form.register('code', factor.rules)}
        />
      </StepForm>
    </Step>
  )
}
