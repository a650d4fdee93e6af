import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { failureText } from '../../lib/failure.ts'
import { required } from '../../lib/required.ts'
import { Button } from '../../ui/button.tsx'
import { Form, SubmitButton } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { toast } from '../../ui/toasts.tsx'
import styles from '../console.module.css'
import { useAnswerCaseMutation } from './api.ts'
import { casesCopy } from './copy.ts'

const text = casesCopy

export function AnswerForm({ reference }: { reference: string }) {
  const [answer, { isLoading }] = useAnswerCaseMutation()
  const [failure, setFailure] = useState<string>()
  const { register, handleSubmit, formState, reset } = useForm({ defaultValues: { text: '' } })

  const send = (solved: boolean) =>
    handleSubmit(async (fields) => {
      setFailure(undefined)
      try {
        toast.success((await answer({ reference, ...fields, solved }).unwrap()).message)
        reset()
      } catch (problem) {
        setFailure(failureText(problem, { field: 'message', fallback: text.sendFailed }))
      }
    })

  return (
    <Form label={text.answer} busy={isLoading} onEdit={() => setFailure(undefined)} onSubmit={send(false)}>
      <TextArea
        label={text.answer}
        description={text.answerHint}
        rows={6}
        maxLength={4000}
        required
        error={formState.errors.text?.message}
        {...register('text', required(text.answerRequired))}
      />
      {failure === undefined ? null : <Notice tone="danger">{failure}</Notice>}
      <div className={styles.tools}>
        <SubmitButton busy={isLoading}>{text.send}</SubmitButton>
        <Button variant="default" aria-disabled={isLoading} onClick={() => void (isLoading || send(true)())}>
          {text.sendAndSolve}
        </Button>
      </div>
    </Form>
  )
}
