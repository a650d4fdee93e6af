import type { openSignInLink, requestSignInLink } from '@trefoil/contract/accounts'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link, useLocation, useNavigate } from 'react-router'
import { injectEndpoints } from '../../lib/api.ts'
import { useScreen } from '../../lib/current-screen.ts'
import { change } from '../../lib/endpoint.ts'
import { failureText } from '../../lib/failure.ts'
import { usePublicSettingsQuery } from '../../lib/public-settings-api.ts'
import { required } from '../../lib/required.ts'
import { Form, SubmitButton } from '../../ui/form.tsx'
import { FormFooter } from '../../ui/form-footer.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import stack from '../../ui/stack.module.css'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toasts.tsx'
import { signInLinkCopy } from './link-copy.ts'

const text = signInLinkCopy

const { useRequestSignInLinkMutation, useOpenSignInLinkMutation } = injectEndpoints((build) => ({
  requestSignInLink: build.mutation(change<typeof requestSignInLink>('POST', '/users/login/link')),
  openSignInLink: build.mutation(change<typeof openSignInLink>('POST', '/users/login/link/open')),
}))

/** The mailed link has its token in the fragment, which browsers send to no server. */
export default function SignInLinkPage() {
  const token = useLocation().hash.slice(1)
  return (
    <div className={stack.page}>
      <ScreenTitle />
      {token === '' ? <AskForLink /> : <OpenLink token={token} />}
      <FormFooter>
        <Link to="/signin">{text.backToSignIn}</Link>
      </FormFooter>
    </div>
  )
}

function AskForLink() {
  const { title } = useScreen()
  const [requestSignInLink] = useRequestSignInLinkMutation()
  const [sent, setSent] = useState(false)
  const { register, handleSubmit, formState } = useForm({ defaultValues: { email: '' } })
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(async ({ email }) => {
    try {
      await requestSignInLink({ email: email.trim() }).unwrap()
      setSent(true)
    } catch (problem) {
      toast.error(failureText(problem, { field: 'error', fallback: text.failed }))
    }
  })

  return (
    <>
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
          {text.ask}
        </SubmitButton>
      </Form>
      {sent ? <LinkSent /> : null}
    </>
  )
}

function LinkSent() {
  const demo = usePublicSettingsQuery().data?.demo
  return (
    <Notice tone="calm">
      <strong>{text.sentTitle}</strong>
      <span>{text.sentText}</span>
      <span>
        {text.otherwise} <Link to="/forgot-password">{text.reset}</Link>
      </span>
      {demo ? <Link to="/demo/mail">{text.openDemoMail}</Link> : null}
    </Notice>
  )
}

/** At the press of a button: programs that look into mails open links, too. */
function OpenLink({ token }: { token: string }) {
  const { title } = useScreen()
  const [openSignInLink] = useOpenSignInLinkMutation()
  const navigate = useNavigate()
  const { handleSubmit, formState } = useForm()

  const submit = handleSubmit(async () => {
    try {
      await openSignInLink({ token }).unwrap()
      toast.success(text.opened)
      await navigate('/signin', { replace: true })
    } catch (problem) {
      toast.error(failureText(problem, { field: 'error', fallback: text.failed }))
      // Without the token, the page asks for the address again.
      await navigate('/signin-link', { replace: true })
    }
  })

  return (
    <Form label={title} busy={formState.isSubmitting} onSubmit={submit}>
      <p>{text.openText}</p>
      <SubmitButton busy={formState.isSubmitting} fullWidth>
        {text.open}
      </SubmitButton>
    </Form>
  )
}
