import type { resetPassword } from '@trefoil/contract/accounts'
import { useForm } from 'react-hook-form'
import { useDispatch } from 'react-redux'
import { useNavigate, useParams } from 'react-router'
import { injectEndpoints } from '../../lib/api.ts'
import { useScreen } from '../../lib/current-screen.ts'
import { change } from '../../lib/endpoint.ts'
import { failureText } from '../../lib/failure.ts'
import { required } from '../../lib/required.ts'
import { sessionEnded } from '../../lib/session.ts'
import { Form, SubmitButton } from '../../ui/form.tsx'
import { FormPage } from '../../ui/form-page.tsx'
import { NewPasscodeField } from '../../ui/new-passcode-field.tsx'
import { PasscodeField } from '../../ui/passcode-field.tsx'
import { toast } from '../../ui/toasts.tsx'
import { resetPasswordCopy } from './copy.ts'
import { serverSentence } from '../../lib/server-words.ts'

type Fields = { password: string; confirmation: string }
const text = resetPasswordCopy

const { useResetPasswordMutation } = injectEndpoints((build) => ({
  resetPassword: build.mutation(change<typeof resetPassword>('POST', '/users/reset-password')),
}))

export default function ResetPasswordPage() {
  const { title } = useScreen()
  const [resetPassword] = useResetPasswordMutation()
  const { token = '' } = useParams()
  const navigate = useNavigate()
  const dispatch = useDispatch()
  const { register, handleSubmit, formState, watch } = useForm<Fields>({
    defaultValues: { password: '', confirmation: '' },
  })
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(async ({ password, confirmation }) => {
    try {
      const { message } = await resetPassword({ token, password, confirm_password: confirmation }).unwrap()
      // The server has ended every session; this browser may still hold one.
      dispatch(sessionEnded())
      toast.success(serverSentence(message, text.succeeded))
      await navigate('/signin')
    } catch (problem) {
      toast.error(failureText(problem, { field: 'error', fallback: text.failed }))
    }
  })

  return (
    <FormPage>
      <Form label={title} busy={isSubmitting} onSubmit={submit}>
        <NewPasscodeField
          label={text.passcode}
          description={text.passcodeHint}
          typed={watch('password')}
          required
          error={errors.password?.message}
          {...register('password', required(text.passcodeRequired))}
        />
        <PasscodeField
          label={text.confirmation}
          autoComplete="new-password"
          required
          error={errors.confirmation?.message}
          {...register('confirmation', {
            validate: (value, { password }) =>
              value === '' ? text.confirmationRequired : value === password || text.mismatch,
          })}
        />
        <SubmitButton busy={isSubmitting} fullWidth>
          {text.submit}
        </SubmitButton>
      </Form>
    </FormPage>
  )
}
