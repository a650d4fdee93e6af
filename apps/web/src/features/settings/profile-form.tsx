import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useSelector } from 'react-redux'
import type { readProfile } from '@trefoil/contract/profile'
import type { ReplyOf } from '@trefoil/contract/route'
import { useUpdateProfileMutation } from '../../lib/api.ts'
import { failureText, isTwoFactorRequired } from '../../lib/failure.ts'
import { required } from '../../lib/required.ts'
import { selectSession } from '../../lib/session.ts'
import { tidyCode } from '../../lib/tidy-code.ts'
import { Card } from '../../ui/card.tsx'
import { CodeField } from '../../ui/code-field.tsx'
import { Form, SubmitButton } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toasts.tsx'
import { settingsCopy } from './copy.ts'
import shared from './settings.module.css'

type Profile = ReplyOf<typeof readProfile>['data']['profile']
const text = settingsCopy.profile

export function ProfileForm({ profile, onSaved }: { profile: Profile; onSaved: () => void }) {
  const [updateProfile] = useUpdateProfileMutation()
  const isMember = useSelector(selectSession)?.user.role === 'member'
  const [codeAsked, setCodeAsked] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const { register, handleSubmit, formState } = useForm({
    defaultValues: { name: profile.name, wallet: profile.wallet_address ?? '', code: '' },
  })
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(async ({ name, wallet, code }) => {
    setFailure(null)
    try {
      const { message } = await updateProfile({
        name: name.trim(),
        // Blank means unchanged. An address sent again would count as a new one.
        wallet_address: wallet.trim() === profile.wallet_address ? '' : wallet.trim(),
        ...(codeAsked ? { code: tidyCode(code) } : {}),
      }).unwrap()
      toast.success(message || text.succeeded)
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
        <TextInput label={text.fullNameField} autoComplete="name" maxLength={100} autoFocus {...register('name')} />
        {isMember ? (
          <TextInput
            label={text.walletField}
            description={text.walletHint}
            autoComplete="off"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            maxLength={100}
            {...register('wallet')}
          />
        ) : null}
        {codeAsked ? (
          <CodeField
            label={text.code}
            description={text.codeHint}
            autoFocus
            required
            error={errors.code?.message}
            {...register('code', required(text.codeRequired))}
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
