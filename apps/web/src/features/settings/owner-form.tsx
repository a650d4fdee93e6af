import type { SecondFactor } from '@trefoil/contract/shapes'
import { useState, type ReactNode } from 'react'
import { FormProvider, useForm, type UseFormReturn } from 'react-hook-form'
import { failureText, isTwoFactorRequired } from '../../lib/failure.ts'
import { useSecondFactor } from '../../lib/use-second-factor.ts'
import { Button } from '../../ui/button.tsx'
import { Form, SubmitButton } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { settingsCopy } from './copy.ts'
import { ProofFields } from './proof-fields.tsx'
import shared from './settings.module.css'

const text = settingsCopy.data

type OwnersProof = { password: string; code?: SecondFactor }

/** What is asked for besides the passcode differs from form to form. */
type OwnerValues = { passcode: string; code: string; word: string; donates: boolean }

export const useOwnerForm = () =>
  useForm<OwnerValues>({ defaultValues: { passcode: '', code: '', word: '', donates: false } })

type OwnerFormProps = {
  form: UseFormReturn<OwnerValues>
  label: string
  submitText: string
  tone?: 'danger'
  send: (proof: OwnersProof, values: OwnerValues) => Promise<void>
  onCancel: () => void
  children?: ReactNode
}

/** Asks for the passcode, and for a code once the server wants one. */
export function OwnerForm({ form, label, submitText, tone, send, onCancel, children }: OwnerFormProps) {
  const [codeAsked, setCodeAsked] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const factor = useSecondFactor(text.codeRequired)
  const { isSubmitting } = form.formState

  const submit = form.handleSubmit(async (values) => {
    setFailure(null)
    try {
      await send({ password: values.passcode, ...(codeAsked && { code: factor.take(values.code) }) }, values)
    } catch (problem) {
      if (isTwoFactorRequired(problem)) setCodeAsked(true)
      else setFailure(failureText(problem, { field: 'message', fallback: text.failed }))
    }
  })

  return (
    <Form label={label} busy={isSubmitting} onSubmit={submit} onCancel={onCancel}>
      {children}
      <FormProvider {...form}>
        <ProofFields factor={factor} codeAsked={codeAsked} autoFocus={children === undefined} />
      </FormProvider>
      {failure === null ? null : <Notice tone="danger">{failure}</Notice>}
      <div className={shared.actions}>
        <SubmitButton busy={isSubmitting} tone={tone}>
          {submitText}
        </SubmitButton>
        <Button variant="subtle" onClick={onCancel}>
          {text.cancel}
        </Button>
      </div>
    </Form>
  )
}
