import IconMail from '~icons/tabler/mail'
import { useState } from 'react'
import { failureText } from '../../lib/failure.ts'
import { useProfileQuery } from '../../lib/profile-api.ts'
import { Card } from '../../ui/card.tsx'
import { CheckField } from '../../ui/check-field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toasts.tsx'
import { useUpdateProfileMutation } from './api.ts'
import { settingsCopy } from './copy.ts'
import shared from './settings.module.css'

const text = settingsCopy.data

export function EmailPrivacyCard() {
  const hidden = useProfileQuery().data?.profile.email_hidden
  const [update, { isLoading }] = useUpdateProfileMutation()
  const [failure, setFailure] = useState<string | null>(null)
  /** Shown at once, and taken back if it could not be saved. */
  const [chosen, setChosen] = useState<boolean>()

  async function choose(hide: boolean) {
    setFailure(null)
    setChosen(hide)
    try {
      await update({ email_hidden: hide }).unwrap()
      toast.success(hide ? text.hideEmailSaved : text.showEmailSaved)
    } catch (problem) {
      setChosen(undefined)
      setFailure(failureText(problem, { field: 'message', fallback: text.failed }))
    }
  }

  return (
    <Card heading={text.emailTitle} icon={<IconMail aria-hidden="true" />}>
      <p className={shared.text}>{text.emailText}</p>
      <CheckField
        label={text.hideEmail}
        checked={chosen ?? hidden ?? false}
        // Until it is known there is nothing to change.
        disabled={hidden === undefined}
        aria-busy={isLoading}
        onChange={({ currentTarget }) => {
          if (!isLoading) void choose(currentTarget.checked)
        }}
      />
      {failure === null ? null : <Notice tone="danger">{failure}</Notice>}
    </Card>
  )
}
