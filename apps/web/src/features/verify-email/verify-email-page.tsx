import type { verifyEmail } from '@trefoil/contract/email'
import { useState } from 'react'
import { useSelector } from 'react-redux'
import { Link, useLocation } from 'react-router'
import { injectEndpoints } from '../../lib/api.ts'
import { useScreen } from '../../lib/current-screen.ts'
import { change } from '../../lib/endpoint.ts'
import { failureText } from '../../lib/failure.ts'
import { selectSession } from '../../lib/session.ts'
import { Form, SubmitButton } from '../../ui/form.tsx'
import { FormFooter } from '../../ui/form-footer.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import stack from '../../ui/stack.module.css'
import { toast } from '../../ui/toasts.tsx'
import { verifyEmailCopy } from './copy.ts'

const text = verifyEmailCopy

const { useVerifyEmailByLinkMutation } = injectEndpoints((build) => ({
  verifyEmailByLink: build.mutation(change<typeof verifyEmail>('POST', '/users/verify-email')),
}))

/** Waits for a click: programs that follow every link in a mail must not verify an address. */
export default function VerifyEmailPage() {
  const { title } = useScreen()
  const token = useLocation().hash.slice(1)
  const isSignedIn = useSelector(selectSession) !== null
  const [verify, { isLoading }] = useVerifyEmailByLinkMutation()
  const [isDone, setDone] = useState(false)

  const submit = async () => {
    try {
      const { message } = await verify({ token }).unwrap()
      toast.success(message || text.succeeded)
      setDone(true)
    } catch (problem) {
      toast.error(failureText(problem, { field: 'error', fallback: text.failed }))
    }
  }

  return (
    <div className={stack.page}>
      <ScreenTitle />
      {isDone ? (
        <Notice tone="calm">
          <strong>{text.succeeded}</strong>
          <span>{text.succeededText}</span>
        </Notice>
      ) : token === '' ? (
        <Notice tone="pending">{text.noToken}</Notice>
      ) : (
        <Form
          label={title}
          busy={isLoading}
          onSubmit={(event) => {
            event.preventDefault()
            return submit()
          }}
        >
          <SubmitButton busy={isLoading} fullWidth>
            {text.submit}
          </SubmitButton>
        </Form>
      )}
      <FormFooter>
        {isSignedIn ? (
          <Link to="/dashboard/setting">{text.toSettings}</Link>
        ) : (
          <Link to="/signin">{text.backToSignIn}</Link>
        )}
      </FormFooter>
    </div>
  )
}
