import type { openSignInLink, requestSignInLink } from '@trefoil/contract/accounts'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link, useNavigate } from 'react-router'
import { injectEndpoints } from '../../lib/api.ts'
import { useScreen } from '../../lib/current-screen.ts'
import { change } from '../../lib/endpoint.ts'
import { failureText } from '../../lib/failure.ts'
import { usePublicSettingsQuery } from '../../lib/public-settings-api.ts'
import { required } from '../../lib/required.ts'
import { Form, SubmitButton } from '../../ui/form.tsx'
import { FormPage } from '../../ui/form-page.tsx'
import { FollowLink, useLinkToken } from '../../ui/mailed-link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toasts.tsx'
import { signInLinkCopy } from './link-copy.ts'

const text = signInLinkCopy

const { useRequestSignInLinkMutation, useOpenSignInLinkMutation } = injectEndpoints((build) => ({
  requestSignInLink: build.mutation(change<typeof requestSignInLink>('POST', '/users/login/link')),
  openSignInLink: build.mutation(change<typeof openSignInLink>('POST', '/users/login/link/open')),
}))

/** Asks for a mail with a link, and is where that link leads. */
export default function SignInLinkPage() {
  const token = useLinkToken()
  return <FormPage>{token === '' ? <AskForLink /> : <OpenLink token={token} />}</FormPage>
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

function OpenLink({ token }: { token: string }) {
  const [openSignInLink] = useOpenSignInLinkMutation()
  const navigate = useNavigate()
  return (
    <FollowLink
      text={{ submit: text.open, failed: text.failed }}
      follow={async () => {
        await openSignInLink({ token }).unwrap()
        toast.success(text.opened)
        await navigate('/signin', { replace: true })
      }}
      // Without the token, the page asks for the address again.
      onFailed={() => navigate('/signin-link', { replace: true })}
    >
      <p>{text.openText}</p>
    </FollowLink>
  )
}
