import { useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { failureText, isTwoFactorRequired } from '../../lib/failure.ts'
import { required } from '../../lib/required.ts'
import { useSecondFactor } from '../../lib/use-second-factor.ts'
import { ConfirmSheet } from '../../ui/confirm-sheet.tsx'
import { EmailField } from '../../ui/email-field.tsx'
import { toast } from '../../ui/toasts.tsx'
import { useChangeEmailMutation } from './api.ts'
import { emailCopy } from './email-copy.ts'
import type { Profile } from './profile-fields.ts'
import { ProofFields } from './proof-fields.tsx'
import { serverSentence } from '../../lib/server-words.ts'

const text = emailCopy

export function ChangeEmailSheet({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const [changeEmail] = useChangeEmailMutation()
  const [codeAsked, setCodeAsked] = useState(profile.two_factor)
  const factor = useSecondFactor(text.codeRequired)
  const [failure, setFailure] = useState<string>()
  const form = useForm({ defaultValues: { email: '', passcode: '', code: '' } })
  const { errors, isSubmitting } = form.formState

  const submit = form.handleSubmit(async ({ email, passcode, code }) => {
    setFailure(undefined)
    try {
      const { message } = await changeEmail({
        email: email.trim(),
        password: passcode,
        ...(codeAsked ? { code: factor.take(code) } : {}),
      }).unwrap()
      toast.success(serverSentence(message, text.changed))
      onClose()
    } catch (problem) {
      if (isTwoFactorRequired(problem)) setCodeAsked(true)
      setFailure(failureText(problem, { field: 'message', fallback: text.changeFailed }))
    }
  })

  return (
    <ConfirmSheet
      title={text.changeTitle}
      facts={[]}
      note={text.changeNote}
      confirmLabel={text.save}
      busy={isSubmitting}
      onConfirm={submit}
      onCancel={onClose}
      failure={failure}
    >
      <EmailField
        label={text.newEmail}
        autoFocus
        error={errors.email?.message}
        {...form.register('email', required(text.newEmailRequired))}
      />
      <FormProvider {...form}>
        <ProofFields factor={factor} codeAsked={codeAsked} />
      </FormProvider>
    </ConfirmSheet>
  )
}
