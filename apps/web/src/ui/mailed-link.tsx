import { useState, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { useScreen } from '../lib/current-screen.ts'
import { failureText } from '../lib/failure.ts'
import { Form, SubmitButton } from './form.tsx'
import { FormPage } from './form-page.tsx'
import { Notice } from './notice.tsx'
import { serverSentence } from '../lib/server-words.ts'

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
  const [message, setMessage] = useState<string>()

  if (message !== undefined)
    return (
      <FormPage footer={footer} hasLead={false}>
        {/* The button that had the focus is gone. */}
        <div ref={takeFocus} tabIndex={-1}>
          <Notice tone="positive">
            <strong>{serverSentence(message, text.succeeded)}</strong>
            <span>{text.succeededText}</span>
          </Notice>
        </div>
        {next}
      </FormPage>
    )
  return (
    <FormPage footer={footer}>
      {token === '' ? (
        <Notice tone="pending">{text.noToken}</Notice>
      ) : (
        <FollowLink text={text} follow={async () => setMessage((await follow(token)).message)} />
      )}
    </FormPage>
  )
}

const takeFocus = (element: HTMLElement | null) => element?.focus()

type LinkText = { submit: string; failed: string }
type FollowLinkProps = { text: LinkText; follow: () => Promise<void>; children?: ReactNode }

/** Waits for a click: programs that follow every link in a mail must not use it up. */
export function FollowLink({ text, follow, children }: FollowLinkProps) {
  const { title } = useScreen()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()

  const submit = async () => {
    setBusy(true)
    setFailure(undefined)
    try {
      await follow()
    } catch (problem) {
      setFailure(failureText(problem, { field: 'error', fallback: text.failed }))
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
      {failure === undefined ? null : <Notice tone="danger">{failure}</Notice>}
      <SubmitButton busy={busy} fullWidth>
        {text.submit}
      </SubmitButton>
    </Form>
  )
}
