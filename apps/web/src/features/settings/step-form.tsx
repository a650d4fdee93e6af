import { useState, type ReactNode } from 'react'
import { FormProvider, type FieldValues, type UseFormReturn } from 'react-hook-form'
import { failureText } from '../../lib/failure.ts'
import { Button } from '../../ui/button.tsx'
import { Form, SubmitButton } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { settingsCopy } from './copy.ts'
import shared from './settings.module.css'

type StepFormProps<Values extends FieldValues> = {
  form: UseFormReturn<Values>
  label: string
  submitText: string
  send: (values: Values) => Promise<void>
  onCancel: () => void
  /** In words, what went wrong before or without a call. */
  describe?: (problem: unknown) => string
  children: ReactNode
}

/** The form of one step: its fields, error, submit and cancel. */
export function StepForm<Values extends FieldValues>(props: StepFormProps<Values>) {
  const { form, label, submitText, send, onCancel, describe = () => settingsCopy.twoFactor.failed, children } = props
  const [failure, setFailure] = useState<string | null>(null)
  const { isSubmitting } = form.formState

  const submit = form.handleSubmit(async (values) => {
    setFailure(null)
    try {
      await send(values)
    } catch (problem) {
      setFailure(failureText(problem, { field: 'message', fallback: describe(problem) }))
    }
  })

  return (
    <Form label={label} busy={isSubmitting} onSubmit={submit} onCancel={onCancel}>
      <FormProvider {...form}>{children}</FormProvider>
      {failure === null ? null : <Notice tone="danger">{failure}</Notice>}
      <div className={shared.actions}>
        <SubmitButton busy={isSubmitting}>{submitText}</SubmitButton>
        <Button variant="subtle" onClick={onCancel}>
          {settingsCopy.twoFactor.cancel}
        </Button>
      </div>
    </Form>
  )
}
