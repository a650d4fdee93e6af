import { useForm } from 'react-hook-form'
import { useSecondFactor } from '../../lib/use-second-factor.ts'
import { SecondFactorField } from '../../ui/second-factor-field.tsx'
import { useRenewRecoveryCodesMutation } from './api.ts'
import { settingsCopy } from './copy.ts'
import { StepForm } from './step-form.tsx'
import { Step } from './step.tsx'

const text = settingsCopy.twoFactor

export function RenewRecoveryCodes({ onDone, onCancel }: { onDone: (codes: string[]) => void; onCancel: () => void }) {
  const [renew] = useRenewRecoveryCodesMutation()
  const factor = useSecondFactor(text.codeRequired)
  const form = useForm({ defaultValues: { code: '' } })

  const send = async ({ code }: { code: string }) =>
    onDone((await renew({ code: factor.take(code) }).unwrap()).data.recovery_codes)

  return (
    <Step title={text.renewTitle} text={text.renewText}>
      <StepForm form={form} label={text.renewTitle} submitText={text.renewSubmit} send={send} onCancel={onCancel}>
        <SecondFactorField
          factor={factor}
          label={text.code}
          description={text.codeOrRecoveryHint}
          autoFocus
          required
          error={form.formState.errors.code?.message}
          {...form.register('code', factor.rules)}
        />
      </StepForm>
    </Step>
  )
}
