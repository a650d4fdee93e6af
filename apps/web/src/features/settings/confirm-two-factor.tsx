import { Button } from '@mantine/core'
import { QRCodeSVG } from 'qrcode.react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { ReplyOf } from '@trefoil/contract/route'
import type { setUpTwoFactor } from '@trefoil/contract/two-factor'
import { useEnableTwoFactorMutation } from '../../lib/api.ts'
import { copy } from '../../lib/copy.ts'
import { failureText } from '../../lib/failure.ts'
import { required } from '../../lib/required.ts'
import { tidyCode } from '../../lib/tidy-code.ts'
import { CodeField } from '../../ui/code-field.tsx'
import { CopyIconButton } from '../../ui/copy-icon-button.tsx'
import { Form, SubmitButton } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import styles from './confirm-two-factor.module.css'
import shared from './settings.module.css'
import { Step } from './step.tsx'

export type Secret = ReplyOf<typeof setUpTwoFactor>['data']
type ConfirmProps = { secret: Secret; onDone: (codes: string[]) => void; onCancel: () => void }

const text = copy.twoFactor
const COPY_CONFIRM_MS = 2000

export function ConfirmTwoFactor({ secret, onDone, onCancel }: ConfirmProps) {
  const [enable] = useEnableTwoFactorMutation()
  const [failure, setFailure] = useState<string | null>(null)
  const { register, handleSubmit, formState } = useForm({ defaultValues: { code: '' } })
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(async ({ code }) => {
    setFailure(null)
    try {
      onDone((await enable({ code: tidyCode(code) }).unwrap()).data.recovery_codes)
    } catch (problem) {
      setFailure(failureText(problem, { field: 'message', fallback: text.failed }))
    }
  })

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
            <CopyIconButton value={secret.secret} label={text.copySecret} confirmMs={COPY_CONFIRM_MS} />
          </p>
        </div>
      </div>
      <Form label={text.scanTitle} busy={isSubmitting} onSubmit={submit}>
        <CodeField
          label={text.code}
          description={text.codeHint}
          inputMode="numeric"
          autoFocus
          required
          error={errors.code?.message}
          {...register('code', required(text.codeRequired))}
        />
        {failure === null ? null : <Notice tone="danger">{failure}</Notice>}
        <div className={shared.actions}>
          <SubmitButton busy={isSubmitting}>{text.turnOn}</SubmitButton>
          <Button variant="subtle" onClick={onCancel}>
            {text.cancel}
          </Button>
        </div>
      </Form>
    </Step>
  )
}
