import { useState } from 'react'
import IconMail from '~icons/tabler/mail'
import { failureText } from '../../lib/failure.ts'
import { showDate } from '../../lib/formats.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { DemoMailLink } from '../../ui/demo-mail-link.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import { toast } from '../../ui/toasts.tsx'
import { useSendVerificationMutation } from './api.ts'
import { ChangeEmailSheet } from './change-email-sheet.tsx'
import { emailCopy } from './email-copy.ts'
import type { Profile } from './profile-fields.ts'
import shared from './settings.module.css'
import { VerifyEmailForm } from './verify-email-form.tsx'
import { serverSentence } from '../../lib/server-words.ts'

const text = emailCopy

/** Whether the address is verified, how to verify it, and how to change it. */
export function EmailCard({ profile }: { profile: Profile }) {
  const { email, email_verified: isVerified, email_grace_until: graceUntil } = profile
  const [changing, setChanging] = useState(false)
  return (
    <Card eyebrow={text.title} heading={text.heading} icon={<IconMail aria-hidden="true" />}>
      <StatusDot tone={isVerified ? 'positive' : 'pending'}>{isVerified ? text.verified : text.unverified}</StatusDot>
      <p className={shared.text}>
        {isVerified ? text.verifiedText : graceUntil ? text.graceText(showDate(graceUntil)) : text.sentText(email)}
      </p>
      {isVerified ? null : <VerifyEmailForm />}
      <div className={shared.actions}>
        {isVerified ? null : <SendAgain />}
        <Button variant="default" onClick={() => setChanging(true)}>
          {text.change}
        </Button>
      </div>
      {isVerified ? null : <DemoMailLink />}
      {changing ? <ChangeEmailSheet profile={profile} onClose={() => setChanging(false)} /> : null}
    </Card>
  )
}

function SendAgain() {
  const [send, { isLoading }] = useSendVerificationMutation()
  const sendAgain = async () => {
    if (isLoading) return
    try {
      toast.success(serverSentence((await send().unwrap()).message, text.sent))
    } catch (problem) {
      toast.error(failureText(problem, { field: 'message', fallback: text.sendFailed }))
    }
  }
  return (
    <Button variant="default" aria-disabled={isLoading} onClick={() => void sendAgain()}>
      {text.sendAgain}
    </Button>
  )
}
