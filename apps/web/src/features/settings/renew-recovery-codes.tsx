import { Button } from '@mantine/core'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useRenewRecoveryCodesMutation } from '../../lib/api.ts'
import { copy } from '../../lib/copy.ts'
import { failureText } from '../../lib/failure.ts'
import { required } from '../../lib/required.ts'
import { tidyCode } from '../../lib/tidy-code.ts'
import { CodeField } from '../../ui/code-field.tsx'
import { Form, SubmitButton } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import shared from './settings.module.css'
import { Step } from './step.tsx'

const text = copy.twoFactor

export function RenewRecoveryCodes({ onDone, onCancel }: { onDone: (codes: string[]) => void; onCancel: () => void }) {
  const [renew] = useRenewRecoveryCodesMutation()
  const [failure, setFailure] = useState<string | null>(null)
  const { register, handleSubmit, formState } = useForm({ defaultValues: { code: '' } })
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(async ({ code }) => {
    setFailure(null)
    try {
      onDone((await renew({ code: tidyCode(code) }).unwrap()).data.recovery_codes)
    } catch (problem) {
      setFailure(failureText(problem, { field: 'message', fallback: text.failed }))
    }
  })

  return (
    <Step title={text.renewTitle} text={text.renewText}>
      <Form label={text.renewTitle} busy={isSubmitting} onSubmit={submit}>
        <CodeField
          label={text.code}
          description={text.codeOrRecoveryHint}
          autoFocus
          required
          error={errors.code?.message}
          {...register('code', required(text.codeRequired))}
        />
        {failure === null ? null : <Notice tone="danger">{failure}</Notice>}
        <div className={shared.actions}>
          <SubmitButton busy={isSubmitting}>{text.renewSubmit}</SubmitButton>
          <Button variant="subtle" onClick={onCancel}>
            {text.cancel}
          </Button>
        </div>
      </Form>
    </Step>
  )
}
