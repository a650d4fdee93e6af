import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { useState } from 'react'
import { failureText } from '../../lib/failure.ts'
import { serverSentence } from '../../lib/server-words.ts'
import { required } from '../../lib/required.ts'
import { Form, SubmitButton } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toasts.tsx'
import { useOpenCaseMutation, type About, type Topic } from './api.ts'
import { supportCopy } from './copy.ts'

const text = supportCopy.form

type CaseFormProps = {
  topic: Topic
  /** Asked for if it does not follow from what the case is about. */
  subject?: string
  about?: About
  transaction?: string
  network?: string
}

export function CaseForm({ topic, subject, ...facts }: CaseFormProps) {
  const [open, { isLoading }] = useOpenCaseMutation()
  const [failure, setFailure] = useState<string>()
  const navigate = useNavigate()
  const { register, handleSubmit, formState } = useForm({ defaultValues: { subject: subject ?? '', text: '' } })
  const { errors } = formState
  return (
    <Form
      label={text.submit}
      busy={isLoading}
      onEdit={() => setFailure(undefined)}
      onSubmit={handleSubmit(async (fields) => {
        try {
          const { message, data } = await open({ topic, ...facts, ...fields }).unwrap()
          toast.success(serverSentence(message, text.opened))
          void navigate(`/dashboard/support?case=${data.reference}`, { replace: true })
        } catch (problem) {
          setFailure(failureText(problem, { field: 'message', fallback: text.failed }))
        }
      })}
    >
      {subject === undefined ? (
        <TextField
          label={text.subject}
          maxLength={120}
          required
          error={errors.subject?.message}
          {...register('subject', required(text.subjectRequired))}
        />
      ) : null}
      <TextArea
        label={text.text}
        description={text.textHint}
        rows={5}
        maxLength={4000}
        required
        error={errors.text?.message}
        {...register('text', required(text.textRequired))}
      />
      {failure === undefined ? null : <Notice tone="danger">{failure}</Notice>}
      <div>
        <SubmitButton busy={isLoading}>{text.submit}</SubmitButton>
      </div>
    </Form>
  )
}
