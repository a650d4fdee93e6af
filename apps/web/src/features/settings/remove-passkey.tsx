import { useForm } from 'react-hook-form'
import { required } from '../../lib/required.ts'
import { useSecondFactor } from '../../lib/use-second-factor.ts'
import { PasscodeField } from '../../ui/passcode-field.tsx'
import { SecondFactorField } from '../../ui/second-factor-field.tsx'
import { toast } from '../../ui/toasts.tsx'
import { useRemovePasskeyMutation, type Passkey } from './api.ts'
import { settingsCopy } from './copy.ts'
import { StepForm } from './step-form.tsx'
import { Step } from './step.tsx'

const text = settingsCopy.passkeys
const {
  passcode: passcodeLabel,
  passcodeRequired,
  code: codeLabel,
  codeOrRecoveryHint,
  codeRequired,
} = settingsCopy.twoFactor

type RemovePasskeyProps = { passkey: Passkey; onDone: () => void; onCancel: () => void }

export function RemovePasskey({ passkey, onDone, onCancel }: RemovePasskeyProps) {
  const [remove] = useRemovePasskeyMutation()
  const factor = useSecondFactor(codeRequired)
  const form = useForm({ defaultValues: { passcode: '', code: '' } })
  const { errors } = form.formState
  const title = text.removeTitle(passkey.name)

  const send = async ({ passcode, code }: { passcode: string; code: string }) => {
    const { message } = await remove({ id: passkey.id, password: passcode, code: factor.take(code) }).unwrap()
    toast.success(message || text.wasRemoved)
    onDone()
  }

  return (
    <Step title={title} text={text.removeText}>
      <StepForm form={form} label={title} submitText={text.remove} send={send} onCancel={onCancel}>
        <PasscodeField
          label={passcodeLabel}
          autoComplete="current-password"
          autoFocus
          required
          error={errors.passcode?.message}
          {...form.register('passcode', required(passcodeRequired))}
        />
        <SecondFactorField
          factor={factor}
          label={codeLabel}
          description={codeOrRecoveryHint}
          required
          error={errors.code?.message}
          {...form.register('code', factor.rules)}
        />
      </StepForm>
    </Step>
  )
}
