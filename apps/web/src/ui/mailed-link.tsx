import { useState, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { useScreen } from '../lib/current-screen.ts'
import { failureText } from '../lib/failure.ts'
import { Form, SubmitButton } from './form.tsx'
import { FormPage } from './form-page.tsx'
import { Notice } from './notice.tsx'
import { toast } from './toasts.tsx'

/** The token of a mailed link is in the fragment, which browsers send to no server. */
export const useLinkToken = (): string => useLocation().hash.slice(1)

type MailedLinkPageProps = {
  text: LinkText & { succeeded: string; succeededText: string; noToken: string }
  follow: (token: string) => Promise<{ message: string }>
  /** What to do next, once it worked. */
  next?: ReactNode
  footer?: ReactNode
}

/** The screen that a mailed link opens. */
export function MailedLinkPage({ text, follow, next, footer }: MailedLinkPageProps) {
  const token = useLinkToken()
  const [isDone, setDone] = useState(false)

  const followOnce = async () => {
    const { message } = await follow(token)
    toast.success(message || text.succeeded)
    setDone(true)
  }

  return (
    <FormPage footer={footer}>
      {isDone ? (
        <>
          <Notice tone="calm">
            <strong>{text.succeeded}</strong>
            <span>{text.succeededText}</span>
          </Notice>
          {next}
        </>
      ) : token === '' ? (
        <Notice tone="pending">{text.noToken}</Notice>
      ) : (
        <FollowLink text={text} follow={followOnce} />
      )}
    </FormPage>
  )
}

type LinkText = { submit: string; failed: string }
type FollowLinkProps = { text: LinkText; follow: () => Promise<void>; onFailed?: () => unknown; children?: ReactNode }

/** Waits for a click: programs that follow every link in a mail must not use it up. */
export function FollowLink({ text, follow, onFailed, children }: FollowLinkProps) {
  const { title } = useScreen()
  const [busy, setBusy] = useState(false)

  const submit = async () => {
    setBusy(true)
    try {
      await follow()
    } catch (problem) {
      toast.error(failureText(problem, { field: 'error', fallback: text.failed }))
      await onFailed?.()
    } finally {
      setBusy(false)
    }
  }

  return (
    <Form
      label={title}
      busy={busy}
      onSubmit={(event) => {
        event.preventDefault()
        return submit()
      }}
    >
      {children}
      <SubmitButton busy={busy} fullWidth>
        {text.submit}
      </SubmitButton>
    </Form>
  )
}
