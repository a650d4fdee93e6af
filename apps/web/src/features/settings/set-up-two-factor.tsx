import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useProfileQuery } from '../../lib/profile-api.ts'
import { required } from '../../lib/required.ts'
import { useSecondFactor } from '../../lib/use-second-factor.ts'
import { PasscodeField } from '../../ui/passcode-field.tsx'
import { SecondFactorField } from '../../ui/second-factor-field.tsx'
import { useSetUpTwoFactorMutation } from './api.ts'
import { ConfirmTwoFactor, type Secret } from './confirm-two-factor.tsx'
import { settingsCopy } from './copy.ts'
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
  const { errors } = form.formState

  const send = async ({ passcode, code }: { passcode: string; code: string }) => {
    const shown = hasPasskey ? { code: factor.take(code) } : {}
    onDone((await setUp({ password: passcode, ...shown }).unwrap()).data)
  }

  return (
    <Step title={text.confirmTitle} text={text.confirmText}>
      <StepForm form={form} label={text.setUpTitle} submitText={text.next} send={send} onCancel={onCancel}>
        <PasscodeField
          label={text.passcode}
          autoComplete="current-password"
          autoFocus
          required
          error={errors.passcode?.message}
          {...form.register('passcode', required(text.passcodeRequired))}
        />
        {hasPasskey ? (
          <SecondFactorField
            factor={factor}
            label={text.code}
            required
            error={errors.code?.message}
            {...form.register('code', factor.rules)}
          />
        ) : null}
      </StepForm>
    </Step>
  )
}
