import type { undoEmailChange } from '@trefoil/contract/email'
import { useState } from 'react'
import { useDispatch } from 'react-redux'
import { Link, useLocation } from 'react-router'
import { injectEndpoints } from '../../lib/api.ts'
import { useScreen } from '../../lib/current-screen.ts'
import { change } from '../../lib/endpoint.ts'
import { failureText } from '../../lib/failure.ts'
import { sessionEnded } from '../../lib/session.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Form, SubmitButton } from '../../ui/form.tsx'
import { FormFooter } from '../../ui/form-footer.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import stack from '../../ui/stack.module.css'
import { toast } from '../../ui/toasts.tsx'
import { undoEmailChangeCopy } from './copy.ts'

const text = undoEmailChangeCopy

const { useUndoEmailChangeMutation } = injectEndpoints((build) => ({
  undoEmailChange: build.mutation(change<typeof undoEmailChange>('POST', '/users/email/undo')),
}))

export default function UndoEmailChangePage() {
  const { title } = useScreen()
  const token = useLocation().hash.slice(1)
  const dispatch = useDispatch()
  const [undo, { isLoading }] = useUndoEmailChangeMutation()
  const [isDone, setDone] = useState(false)

  const submit = async () => {
    try {
      const { message } = await undo({ token }).unwrap()
      // The server has ended every session; this browser may still hold one.
      dispatch(sessionEnded())
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
        <>
          <Notice tone="calm">
            <strong>{text.succeeded}</strong>
            <span>{text.succeededText}</span>
          </Notice>
          <ButtonLink to="/forgot-password" fullWidth>
            {text.setPasscode}
          </ButtonLink>
        </>
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
        <Link to="/signin">{text.backToSignIn}</Link>
      </FormFooter>
    </div>
  )
}
