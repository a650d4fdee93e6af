import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useSelector } from 'react-redux'
import { failureText, isTwoFactorRequired } from '../../lib/failure.ts'
import { selectSession } from '../../lib/session.ts'
import { useSecondFactor } from '../../lib/use-second-factor.ts'
import { Card } from '../../ui/card.tsx'
import { Form, SubmitButton } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SecondFactorField } from '../../ui/second-factor-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toasts.tsx'
import { useUpdateProfileMutation } from './api.ts'
import { settingsCopy } from './copy.ts'
import { EDITABLE_FIELDS, type EditableName, type Profile } from './profile-fields.ts'
import shared from './settings.module.css'
import { serverSentence } from '../../lib/server-words.ts'

const text = settingsCopy.profile

export function ProfileForm({ profile, onSaved }: { profile: Profile; onSaved: () => void }) {
  const [updateProfile] = useUpdateProfileMutation()
  const isMember = useSelector(selectSession)?.user.role === 'member'
  const [codeAsked, setCodeAsked] = useState(false)
  const factor = useSecondFactor(text.codeRequired)
  const [failure, setFailure] = useState<string | null>(null)
  const { register, handleSubmit, formState } = useForm({
    defaultValues: { ...ofEach((name) => profile[name] ?? ''), code: '' },
  })
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(async ({ code, ...typed }) => {
    setFailure(null)
    try {
      const { message } = await updateProfile({
        // Blank means unchanged. Sending the same address would count as a new one.
        ...ofEach((name) => (typed[name].trim() === profile[name] ? '' : typed[name].trim())),
        ...(codeAsked ? { code: factor.take(code) } : {}),
      }).unwrap()
      toast.success(serverSentence(message, text.succeeded))
      onSaved()
    } catch (problem) {
      if (isTwoFactorRequired(problem)) {
        setCodeAsked(true)
        return
      }
      console.error('Profile update failed', problem)
      setFailure(failureText(problem, { field: 'message', fallback: text.failed }))
    }
  })

  return (
    <Card heading={text.update}>
      <Form label={text.update} busy={isSubmitting} onSubmit={submit}>
        {EDITABLE_FIELDS.filter(({ onlyMembers }) => isMember || !onlyMembers).map(({ name, isCode, input }, index) => (
          <TextField
            key={name}
            autoFocus={index === 0}
            {...input}
            {...(isCode && { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false })}
            {...register(name)}
          />
        ))}
        {codeAsked ? (
          <SecondFactorField
            factor={factor}
            label={text.code}
            description={text.codeHint}
            autoFocus
            required
            error={errors.code?.message}
            {...register('code', factor.rules)}
          />
        ) : null}
        {failure === null ? null : <Notice tone="danger">{failure}</Notice>}
        <div className={shared.actions}>
          <SubmitButton busy={isSubmitting}>{text.save}</SubmitButton>
        </div>
      </Form>
    </Card>
  )
}

const ofEach = (valueOf: (name: EditableName) => string): Record<EditableName, string> =>
  Object.fromEntries(EDITABLE_FIELDS.map(({ name }) => [name, valueOf(name)])) as Record<EditableName, string>
