import { QRCodeSVG } from 'qrcode.react'
import { useForm } from 'react-hook-form'
import type { ReplyOf } from '@trefoil/contract/route'
import type { setUpTwoFactor } from '@trefoil/contract/two-factor'
import { required } from '../../lib/required.ts'
import { tidyCode } from '../../lib/tidy-code.ts'
import { CodeField } from '../../ui/code-field.tsx'
import { CopyIconButton } from '../../ui/copy-icon-button.tsx'
import { useEnableTwoFactorMutation } from './api.ts'
import styles from './confirm-two-factor.module.css'
import { settingsCopy } from './copy.ts'
import { StepForm } from './step-form.tsx'
import { Step } from './step.tsx'

export type Secret = ReplyOf<typeof setUpTwoFactor>['data']
type ConfirmProps = { secret: Secret; onDone: (codes: string[]) => void; onCancel: () => void }

const text = settingsCopy.twoFactor

export function ConfirmTwoFactor({ secret, onDone, onCancel }: ConfirmProps) {
  const [enable] = useEnableTwoFactorMutation()
  const form = useForm({ defaultValues: { code: '' } })

  const send = async ({ code }: { code: string }) =>
    onDone((await enable({ code: tidyCode(code) }).unwrap()).data.recovery_codes)

  return (
    <Step title={text.scanTitle} text={text.scanText}>
      <div className={styles.secret}>
        <div className={styles.tile}>
          <QRCodeSVG value={secret.otpauth_url} size={168} title={text.qrLabel} />
        </div>
        <div className={styles.typed}>
          <p className={styles.label}>{text.secret}</p>
          <p className={styles.row}>
            <code>{secret.secret}</code>
            <CopyIconButton value={secret.secret} label={text.copySecret} />
          </p>
        </div>
      </div>
      <StepForm form={form} label={text.scanTitle} submitText={text.turnOn} send={send} onCancel={onCancel}>
        <CodeField
          label={text.code}
          description={text.codeHint}
          inputMode="numeric"
          autoFocus
          required
          error={form.formState.errors.code?.message}
          {...form.register('code', required(text.codeRequired))}
        />
      </StepForm>
    </Step>
  )
}
