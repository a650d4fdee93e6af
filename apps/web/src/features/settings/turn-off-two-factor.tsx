import { Button } from '@mantine/core'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useDisableTwoFactorMutation } from '../../lib/api.ts'
import { copy } from '../../lib/copy.ts'
import { failureText } from '../../lib/failure.ts'
import { required } from '../../lib/required.ts'
import { tidyCode } from '../../lib/tidy-code.ts'
import { CodeField } from '../../ui/code-field.tsx'
import { Form, SubmitButton } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PasscodeField } from '../../ui/passcode-field.tsx'
import { toast } from '../../ui/toasts.tsx'
import shared from './settings.module.css'
import { Step } from './step.tsx'

const text = copy.twoFactor

export function TurnOffTwoFactor({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
  const [disable] = useDisableTwoFactorMutation()
  const [failure, setFailure] = useState<string | null>(null)
  const { register, handleSubmit, formState } = useForm({ defaultValues: { passcode: '', code: '' } })
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(async ({ passcode, code }) => {
    setFailure(null)
    try {
      const { message } = await disable({ password: passcode, code: tidyCode(code) }).unwrap()
      toast.success(message || text.turnedOff)
      onDone()
    } catch (problem) {
      setFailure(failureText(problem, { field: 'message', fallback: text.failed }))
    }
  })

  return (
    <Step title={text.turnOffTitle} text={text.turnOffText}>
      <Form label={text.turnOffTitle} busy={isSubmitting} onSubmit={submit}>
        <PasscodeField
          label={text.passcode}
          autoComplete="current-password"
          autoFocus
          required
          error={errors.passcode?.message}
          {...register('passcode', required(text.passcodeRequired))}
        />
        <CodeField
          label={text.code}
          description={text.codeOrRecoveryHint}
          required
          error={errors.code?.message}
          {...register('code', required(text.codeRequired))}
        />
        {failure === null ? null : <Notice tone="danger">{failure}</Notice>}
        <div className={shared.actions}>
          <SubmitButton busy={isSubmitting}>{text.turnOff}</SubmitButton>
          <Button variant="subtle" onClick={onCancel}>
            {text.cancel}
          </Button>
        </div>
      </Form>
    </Step>
  )
}
