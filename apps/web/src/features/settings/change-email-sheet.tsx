import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { failureText, isTwoFactorRequired } from '../../lib/failure.ts'
import { required } from '../../lib/required.ts'
import { useSecondFactor } from '../../lib/use-second-factor.ts'
import { ConfirmSheet } from '../../ui/confirm-sheet.tsx'
import { PasscodeField } from '../../ui/passcode-field.tsx'
import { SecondFactorField } from '../../ui/second-factor-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toasts.tsx'
import { useChangeEmailMutation } from './api.ts'
import { emailCopy } from './email-copy.ts'
import type { Profile } from './profile-fields.ts'

const text = emailCopy

export function ChangeEmailSheet({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const [changeEmail] = useChangeEmailMutation()
  const [codeAsked, setCodeAsked] = useState(profile.two_factor)
  const factor = useSecondFactor(text.codeRequired)
  const [failure, setFailure] = useState<string>()
  const { register, handleSubmit, formState } = useForm({ defaultValues: { email: '', passcode: '', code: '' } })
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(async ({ email, passcode, code }) => {
    setFailure(undefined)
    try {
      const { message } = await changeEmail({
        email: email.trim(),
        password: passcode,
        ...(codeAsked ? { code: factor.take(code) } : {}),
      }).unwrap()
      toast.success(message || text.changed)
      onClose()
    } catch (problem) {
      if (isTwoFactorRequired(problem)) setCodeAsked(true)
      setFailure(failureText(problem, { field: 'message', fallback: text.changeFailed }))
    }
  })

  return (
    <ConfirmSheet
      title={text.changeTitle}
      facts={[]}
      note={text.changeNote}
      confirmLabel={text.save}
      busy={isSubmitting}
      onConfirm={submit}
      onCancel={onClose}
      failure={failure}
    >
      <TextField
        label={text.newEmail}
        type="email"
        autoComplete="email"
        maxLength={254}
        autoFocus
        required
        error={errors.email?.message}
        {...register('email', required(text.newEmailRequired))}
      />
      <PasscodeField
        label={text.passcode}
        autoComplete="current-password"
        required
        error={errors.passcode?.message}
        {...register('passcode', required(text.passcodeRequired))}
      />
      {codeAsked ? (
        <SecondFactorField
          factor={factor}
          label={text.factor}
          description={text.factorHint}
          required
          error={errors.code?.message}
          {...register('code', factor.rules)}
        />
      ) : null}
    </ConfirmSheet>
  )
}
