import { useState, type ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { useScreen } from '../lib/current-screen.ts'
import { failureText } from '../lib/failure.ts'
import { required } from '../lib/required.ts'
import { DemoMailLink } from './demo-mail-link.tsx'
import { EmailField } from './email-field.tsx'
import { Form, SubmitButton } from './form.tsx'
import { Notice } from './notice.tsx'
import { toast } from './toasts.tsx'

type AskForMailProps = {
  text: { email: string; emailRequired: string; ask: string; sentTitle: string; sentText: string; failed: string }
  ask: (email: string) => Promise<unknown>
  /** What else to say, once the mail is on its way. */
  children?: ReactNode
}

/** Asks for an address, and says that a mail is on its way, whether or not the address has an account. */
export function AskForMail({ text, ask, children }: AskForMailProps) {
  const { title } = useScreen()
  const [isSent, setSent] = useState(false)
  const { register, handleSubmit, formState } = useForm({ defaultValues: { email: '' } })
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(async ({ email }) => {
    try {
      await ask(email.trim())
      setSent(true)
    } catch (problem) {
      toast.error(failureText(problem, { field: 'error', fallback: text.failed }))
    }
  })

  return (
    <>
      <Form label={title} busy={isSubmitting} onSubmit={submit}>
        <EmailField
          label={text.email}
          error={errors.email?.message}
          {...register('email', required(text.emailRequired))}
        />
        <SubmitButton busy={isSubmitting} fullWidth>
          {text.ask}
        </SubmitButton>
      </Form>
      {isSent ? (
        <Notice tone="positive">
          <strong>{text.sentTitle}</strong>
          <span>{text.sentText}</span>
          {children}
          <DemoMailLink />
        </Notice>
      ) : null}
    </>
  )
}
