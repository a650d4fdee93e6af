import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { failureText, isTwoFactorRequired } from '../../lib/failure.ts'
import { useProfileQuery } from '../../lib/profile-api.ts'
import { required } from '../../lib/required.ts'
import { useSecondFactor } from '../../lib/use-second-factor.ts'
import { Form, SubmitButton } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { NewPasscodeField } from '../../ui/new-passcode-field.tsx'
import { PasscodeField } from '../../ui/passcode-field.tsx'
import { SecondFactorField } from '../../ui/second-factor-field.tsx'
import { toast } from '../../ui/toasts.tsx'
import { useUpdateProfileMutation } from './api.ts'
import { settingsCopy } from './copy.ts'
import shared from './settings.module.css'
import { serverSentence } from '../../lib/server-words.ts'

const text = settingsCopy.security

export function PasswordForm() {
  const [updateProfile] = useUpdateProfileMutation()
  const profile = useProfileQuery().data?.profile
  const [codeAsked, setCodeAsked] = useState(false)
  const factor = useSecondFactor(text.codeRequired)
  const [failure, setFailure] = useState<string | null>(null)
  const { register, handleSubmit, formState, reset, watch } = useForm({
    defaultValues: { current: '', next: '', code: '' },
  })
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(async ({ current, next, code }) => {
    setFailure(null)
    try {
      const { message } = await updateProfile({
        current_password: current,
        new_password: next,
        ...(codeAsked ? { code: factor.take(code) } : {}),
      }).unwrap()
      toast.success(serverSentence(message, text.succeeded))
      reset()
      setCodeAsked(false)
    } catch (problem) {
      if (isTwoFactorRequired(problem)) {
        setCodeAsked(true)
        return
      }
      console.error('Password update failed', problem)
      setFailure(failureText(problem, { field: 'message', fallback: text.failed }))
    }
  })

  return (
    <Form label={text.passwordCardTitle} busy={isSubmitting} onSubmit={submit}>
      {/* For password managers: whose passcode it is that changes. */}
      <input hidden readOnly autoComplete="username" value={profile?.user_pk ?? ''} />
      <PasscodeField
        label={text.currentPassword}
        autoComplete="current-password"
        required
        error={errors.current?.message}
        {...register('current', required(text.currentRequired))}
      />
      <NewPasscodeField
        label={text.newPassword}
        description={text.newPasswordHint}
        typed={watch('next')}
        {...(profile && { owner: profile })}
        required
        error={errors.next?.message}
        {...register('next', required(text.newRequired))}
      />
      {codeAsked ? (
        <SecondFactorField
          factor={factor}
          label={text.code}
          description={text.codeHint}
          autoFocus
          required
          error={errors.code?.message}
          {...register('code', factor.rules)}
        />
      ) : null}
      {failure === null ? null : <Notice tone="danger">{failure}</Notice>}
      <div className={shared.actions}>
        <SubmitButton busy={isSubmitting}>{text.save}</SubmitButton>
      </div>
    </Form>
  )
}
