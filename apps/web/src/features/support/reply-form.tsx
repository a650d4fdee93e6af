import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { failureText } from '../../lib/failure.ts'
import { serverSentence } from '../../lib/server-words.ts'
import { required } from '../../lib/required.ts'
import { Button } from '../../ui/button.tsx'
import { Form, SubmitButton } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { toast } from '../../ui/toasts.tsx'
import { useSolveCaseMutation, useWriteMessageMutation } from './api.ts'
import { supportCopy } from './copy.ts'
import styles from './support.module.css'

const text = supportCopy.case

export function ReplyForm({ reference, isSolved }: { reference: string; isSolved: boolean }) {
  const [write, writing] = useWriteMessageMutation()
  const [solve, solving] = useSolveCaseMutation()
  const [failure, setFailure] = useState<string>()
  const { register, handleSubmit, formState, reset } = useForm({ defaultValues: { text: '' } })
  const busy = writing.isLoading || solving.isLoading

  async function run(done: string, act: () => Promise<{ message: string }>) {
    if (busy) return
    setFailure(undefined)
    try {
      toast.success(serverSentence((await act()).message, done))
      reset()
    } catch (problem) {
      setFailure(failureText(problem, { field: 'message', fallback: text.failed }))
    }
  }

  return (
    <Form
      label={text.reply}
      busy={busy}
      onEdit={() => setFailure(undefined)}
      onSubmit={handleSubmit((fields) => run(text.sent, () => write({ reference, ...fields }).unwrap()))}
    >
      <TextArea
        label={text.reply}
        {...(isSolved && { description: text.replyAgain })}
        rows={4}
        maxLength={4000}
        required
        error={formState.errors.text?.message}
        {...register('text', required(text.replyRequired))}
      />
      {failure === undefined ? null : <Notice tone="danger">{failure}</Notice>}
      <div className={styles.row}>
        <SubmitButton busy={busy}>{text.send}</SubmitButton>
        {isSolved ? null : (
          <Button
            variant="default"
            aria-disabled={busy}
            onClick={() => void run(text.solved, () => solve({ reference }).unwrap())}
          >
            {text.solve}
          </Button>
        )}
      </div>
    </Form>
  )
}
