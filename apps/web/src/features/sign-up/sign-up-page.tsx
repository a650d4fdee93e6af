import type { register } from '@trefoil/contract/accounts'
import { useForm } from 'react-hook-form'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { injectEndpoints } from '../../lib/api.ts'
import { useScreen } from '../../lib/current-screen.ts'
import { change } from '../../lib/endpoint.ts'
import { failureText } from '../../lib/failure.ts'
import { required } from '../../lib/required.ts'
import { EmailField } from '../../ui/email-field.tsx'
import { Form, SubmitButton } from '../../ui/form.tsx'
import { FormPage } from '../../ui/form-page.tsx'
import { NewPasscodeField } from '../../ui/new-passcode-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toasts.tsx'
import { signUpCopy } from './copy.ts'
import { DocumentLinks } from './document-links.tsx'
import { DemoCode } from './demo-code.tsx'
import { serverSentence } from '../../lib/server-words.ts'

type Fields = { name: string; email: string; password: string; referralCode: string }
const text = signUpCopy

const { useRegisterMutation } = injectEndpoints((build) => ({
  register: build.mutation(change<typeof register>('POST', '/users/register')),
}))

export default function SignUpPage() {
  const { title } = useScreen()
  const [registerMember] = useRegisterMutation()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const { register, handleSubmit, formState, setValue, clearErrors, watch } = useForm<Fields>({
    // A member's invitation link carries the code.
    defaultValues: { name: '', email: '', password: '', referralCode: query.get('ref') ?? query.get('referral') ?? '' },
  })
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(async ({ name, email, password, referralCode }) => {
    try {
      const { message, user } = await registerMember({
        name: name.trim(),
        email: email.trim(),
        password,
        referral_code: referralCode.trim() || null,
      }).unwrap()
      toast.success(serverSentence(message, text.succeeded))
      await navigate('/signup-success', { state: { privateKey: user.user_pk } })
    } catch (problem) {
      toast.error(failureText(problem, { field: 'error', fallback: text.failed }))
    }
  })

  return (
    <FormPage
      footer={
        <>
          {text.haveAccount} <Link to="/signin">{text.loginHere}</Link>
        </>
      }
    >
      <p>
        {text.before} <a href="/facts">{text.facts}</a> {text.and} <a href="/simulator">{text.simulator}</a>.
      </p>
      <Form label={title} busy={isSubmitting} onSubmit={submit}>
        <TextField
          label={text.name}
          autoComplete="name"
          maxLength={100}
          required
          error={errors.name?.message}
          {...register('name', required(text.nameRequired))}
        />
        <EmailField
          label={text.email}
          error={errors.email?.message}
          {...register('email', required(text.emailRequired))}
        />
        <NewPasscodeField
          label={text.passcode}
          description={text.passcodeHint}
          typed={watch('password')}
          owner={{ name: watch('name'), email: watch('email') }}
          required
          error={errors.password?.message}
          {...register('password', required(text.passcodeRequired))}
        />
        <TextField
          label={text.referralCode}
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          maxLength={40}
          required
          error={errors.referralCode?.message}
          {...register('referralCode', required(text.referralCodeRequired))}
        />
        <DemoCode
          onUse={(code) => {
            clearErrors('referralCode')
            setValue('referralCode', code)
          }}
        />
        <SubmitButton busy={isSubmitting} fullWidth>
          {text.submit}
        </SubmitButton>
      </Form>
      <DocumentLinks />
    </FormPage>
  )
}
