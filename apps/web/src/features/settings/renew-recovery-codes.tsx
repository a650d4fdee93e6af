import { useForm } from 'react-hook-form'
import { required } from '../../lib/required.ts'
import { tidyCode } from '../../lib/tidy-code.ts'
import { CodeField } from '../../ui/code-field.tsx'
import { useRenewRecoveryCodesMutation } from './api.ts'
import { settingsCopy } from './copy.ts'
import { StepForm } from './step-form.tsx'
import { Step } from './step.tsx'

const text = settingsCopy.twoFactor

export function RenewRecoveryCodes({ onDone, onCancel }: { onDone: (codes: string[]) => void; onCancel: () => void }) {
  const [renew] = useRenewRecoveryCodesMutation()
  const form = useForm({ defaultValues: { code: '' } })

  const send = async ({ code }: { code: string }) =>
    onDone((await renew({ code: tidyCode(code) }).unwrap()).data.recovery_codes)

  return (
    <Step title={text.renewTitle} text={text.renewText}>
      <StepForm form={form} label={text.renewTitle} submitText={text.renewSubmit} send={send} onCancel={onCancel}>
        <CodeField
          label={text.code}
          description={text.codeOrRecoveryHint}
          autoFocus
          required
          error={form.formState.errors.code?.message}
          {...form.register('code', required(text.codeRequired))}
        />
      </StepForm>
    </Step>
  )
}
