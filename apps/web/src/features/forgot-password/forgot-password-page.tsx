import type { forgotPassword } from '@trefoil/contract/accounts'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { injectEndpoints } from '../../lib/api.ts'
import { useScreen } from '../../lib/current-screen.ts'
import { change } from '../../lib/endpoint.ts'
import { failureText } from '../../lib/failure.ts'
import { usePublicSettingsQuery } from '../../lib/public-settings-api.ts'
import { required } from '../../lib/required.ts'
import { Form, SubmitButton } from '../../ui/form.tsx'
import { FormPage } from '../../ui/form-page.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toasts.tsx'
import { forgotPasswordCopy } from './copy.ts'

const text = forgotPasswordCopy

const { useForgotPasswordMutation } = injectEndpoints((build) => ({
  forgotPassword: build.mutation(change<typeof forgotPassword>('POST', '/users/forgot-password')),
}))

export default function ForgotPasswordPage() {
  const { title } = useScreen()
  const [forgotPassword] = useForgotPasswordMutation()
  const [sent, setSent] = useState(false)
  const { register, handleSubmit, formState } = useForm({ defaultValues: { email: '' } })
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(async ({ email }) => {
    try {
      const { message } = await forgotPassword({ email: email.trim() }).unwrap()
      toast.success(message || text.succeeded)
      setSent(true)
    } catch (problem) {
      toast.error(failureText(problem, { field: 'error', fallback: text.failed }))
    }
  })

  return (
    <FormPage>
      <Form label={title} busy={isSubmitting} onSubmit={submit}>
        <TextField
          label={text.email}
          type="email"
          autoComplete="email"
          maxLength={254}
          required
          error={errors.email?.message}
          {...register('email', required(text.emailRequired))}
        />
        <SubmitButton busy={isSubmitting} fullWidth>
          {text.submit}
        </SubmitButton>
      </Form>
      {sent ? <MailSent /> : null}
    </FormPage>
  )
}

function MailSent() {
  const demo = usePublicSettingsQuery().data?.demo
  return (
    <Notice tone="calm">
      <strong>{text.sentTitle}</strong>
      <span>{text.sentText}</span>
      {demo ? <Link to="/demo/mail">{text.openDemoMail}</Link> : null}
    </Notice>
  )
}
