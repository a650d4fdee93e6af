import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { failureText } from '../../lib/failure.ts'
import { required } from '../../lib/required.ts'
import { tidyCode } from '../../lib/tidy-code.ts'
import { CodeField } from '../../ui/code-field.tsx'
import { Form, SubmitButton } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toasts.tsx'
import { useVerifyEmailMutation } from './api.ts'
import { emailCopy } from './email-copy.ts'
import shared from './settings.module.css'
import { serverSentence } from '../../lib/server-words.ts'

const text = emailCopy

export function VerifyEmailForm() {
  const [verify] = useVerifyEmailMutation()
  const [failure, setFailure] = useState<string | null>(null)
  const { register, handleSubmit, formState } = useForm({ defaultValues: { code: '' } })
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(async ({ code }) => {
    setFailure(null)
    try {
      toast.success(serverSentence((await verify({ code: tidyCode(code) }).unwrap()).message, text.wasVerified))
    } catch (problem) {
      setFailure(failureText(problem, { field: 'message', fallback: text.verifyFailed }))
    }
  })

  return (
    <div className={shared.narrow}>
      <Form label={text.verifyLabel} busy={isSubmitting} onSubmit={submit}>
        <CodeField
          label={text.code}
          description={text.codeHint}
          inputMode="numeric"
          required
          error={errors.code?.message}
          {...register('code', required(text.codeRequired))}
        />
        {failure === null ? null : <Notice tone="danger">{failure}</Notice>}
        <div className={shared.actions}>
          <SubmitButton busy={isSubmitting}>{text.verify}</SubmitButton>
        </div>
      </Form>
    </div>
  )
}
