import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useProfileQuery } from '../../lib/profile-api.ts'
import { useSecondFactor } from '../../lib/use-second-factor.ts'
import { useSetUpTwoFactorMutation } from './api.ts'
import { ConfirmTwoFactor, type Secret } from './confirm-two-factor.tsx'
import { settingsCopy } from './copy.ts'
import { ProofFields } from './proof-fields.tsx'
import { StepForm } from './step-form.tsx'
import { Step } from './step.tsx'

const text = settingsCopy.twoFactor

/** Passcode, then the secret for the app, then a code that proves the app has it. */
export function SetUpTwoFactor({ onDone, onCancel }: { onDone: (codes: string[]) => void; onCancel: () => void }) {
  const [secret, setSecret] = useState<Secret | null>(null)
  return secret ? (
    <ConfirmTwoFactor secret={secret} onDone={onDone} onCancel={onCancel} />
  ) : (
    <AskPasscode onDone={setSecret} onCancel={onCancel} />
  )
}

function AskPasscode({ onDone, onCancel }: { onDone: (secret: Secret) => void; onCancel: () => void }) {
  const [setUp] = useSetUpTwoFactorMutation()
  const hasPasskey = useProfileQuery().data?.profile.two_factor === true
  const factor = useSecondFactor(text.codeRequired)
  const form = useForm({ defaultValues: { passcode: '', code: '' } })

  const send = async ({ passcode, code }: { passcode: string; code: string }) => {
    const shown = hasPasskey ? { code: factor.take(code) } : {}
    onDone((await setUp({ password: passcode, ...shown }).unwrap()).data)
  }

  return (
    <Step title={text.confirmTitle} text={text.confirmText}>
      <StepForm form={form} label={text.setUpTitle} submitText={text.next} send={send} onCancel={onCancel}>
        <ProofFields factor={factor} codeAsked={hasPasskey} codeHint="" autoFocus />
      </StepForm>
    </Step>
  )
}
