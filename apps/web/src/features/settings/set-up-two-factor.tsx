import { Button } from '@mantine/core'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useSetUpTwoFactorMutation } from '../../lib/api.ts'
import { copy } from '../../lib/copy.ts'
import { failureText } from '../../lib/failure.ts'
import { required } from '../../lib/required.ts'
import { Form, SubmitButton } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PasscodeField } from '../../ui/passcode-field.tsx'
import { ConfirmTwoFactor, type Secret } from './confirm-two-factor.tsx'
import shared from './settings.module.css'
import { Step } from './step.tsx'

const text = copy.twoFactor

/** Passcode, then the secret for the app, then a code that proves the app has it. */
export function SetUpTwoFactor({ onDone, onCancel }: { onDone: (codes: string[]) => void; onCancel: () => void }) {
  const [secret, setSecret] = useState<Secret | null>(null)
  return secret ? (
    <ConfirmTwoFactor secret={secret} onDone={onDone} onCancel={onCancel} />
  ) : (
    <AskPasscode onDone={setSecret} onCancel={onCancel} />
  )
}

function AskPasscode({ onDone, onCancel }: { onDone: (secret: Secret) => void; onCancel: () => void }) {
  const [setUp] = useSetUpTwoFactorMutation()
  const [failure, setFailure] = useState<string | null>(null)
  const { register, handleSubmit, formState } = useForm({ defaultValues: { passcode: '' } })
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(async ({ passcode }) => {
    setFailure(null)
    try {
      onDone((await setUp({ password: passcode }).unwrap()).data)
    } catch (problem) {
      setFailure(failureText(problem, { field: 'message', fallback: text.failed }))
    }
  })

  return (
    <Step title={text.confirmTitle} text={text.confirmText}>
      <Form label={text.setUpTitle} busy={isSubmitting} onSubmit={submit}>
        <PasscodeField
          label={text.passcode}
          autoComplete="current-password"
          autoFocus
          required
          error={errors.passcode?.message}
          {...register('passcode', required(text.passcodeRequired))}
        />
        {failure === null ? null : <Notice tone="danger">{failure}</Notice>}
        <div className={shared.actions}>
          <SubmitButton busy={isSubmitting}>{text.next}</SubmitButton>
          <Button variant="subtle" onClick={onCancel}>
            {text.cancel}
          </Button>
        </div>
      </Form>
    </Step>
  )
}
