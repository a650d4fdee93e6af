import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import type { readProfile } from '@trefoil/contract/profile'
import type { ReplyOf } from '@trefoil/contract/route'
import type { SecondFactor } from '@trefoil/contract/shapes'
import { readAmount } from '../../lib/amounts.ts'
import { useScreen } from '../../lib/current-screen.ts'
import { failureText, isTwoFactorRequired, isWrongCode } from '../../lib/failure.ts'
import { required } from '../../lib/required.ts'
import { submissionKeys } from '../../lib/submission-key.ts'
import { AmountField, amountRules } from '../../ui/amount-field.tsx'
import { Button } from '../../ui/button.tsx'
import { Form, SubmitButton } from '../../ui/form.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toasts.tsx'
import { useWithdrawMutation } from './api.ts'
import { ConfirmWithdrawal, type AskedWithdrawal } from './confirm-withdrawal.tsx'
import { withdrawCopy } from './copy.ts'
import styles from './withdraw-form.module.css'

const text = withdrawCopy
const FIXED = { network: 'BSC', payment_method: 'blockchain', type: 'Withdrawal' } as const

export function WithdrawForm({ member }: { member: ReplyOf<typeof readProfile>['data'] | undefined }) {
  const { title } = useScreen()
  const [withdraw, { isLoading }] = useWithdrawMutation()
  const [keys] = useState(submissionKeys)
  const [asked, setAsked] = useState<AskedWithdrawal | null>(null)
  const [codeAsked, setCodeAsked] = useState(false)
  const { register, handleSubmit, formState, reset, setValue, control } = useForm({
    defaultValues: { amount: '', address: '' },
  })
  const [typed, address] = useWatch({ control, name: ['amount', 'address'] })
  const { errors } = formState
  const balance = member?.balances.balance
  const saved = member?.profile.wallet_address

  /** Answers what is wrong with the second factor, where it is that: then the question stays. */
  const send = async (code: SecondFactor | undefined): Promise<string | undefined> => {
    if (asked === null) return undefined
    const body = { amount: asked.amount, withdrawal_address: asked.address, ...FIXED }
    try {
      const { message } = await withdraw({
        key: keys.keyFor(body),
        body: code === undefined ? body : { ...body, code },
      }).unwrap()
      keys.settle()
      toast.success(message || text.succeeded)
      reset()
    } catch (problem) {
      if (isTwoFactorRequired(problem)) {
        setCodeAsked(true)
        return undefined
      }
      const words = failureText(problem, { field: 'error', fallback: text.failed })
      toast.error(words)
      if (isWrongCode(problem)) return words
    }
    setAsked(null)
    return undefined
  }

  return (
    <>
      <Form
        label={title}
        busy={isLoading}
        onSubmit={handleSubmit((fields) => {
          const amount = readAmount(fields.amount)
          if (amount !== null) setAsked({ amount, address: fields.address.trim() })
        })}
      >
        <AmountField
          label={text.amount}
          placeholder={text.amountPlaceholder}
          typed={typed}
          balance={balance}
          onMax={(all) => setValue('amount', all, { shouldValidate: true })}
          required
          error={errors.amount?.message}
          {...register('amount', amountRules(text.amountRequired))}
        />
        <div className={styles.address}>
          <TextField
            label={text.address}
            placeholder={text.addressPlaceholder}
            autoComplete="off"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            maxLength={100}
            required
            error={errors.address?.message}
            {...register('address', required(text.addressRequired))}
          />
          {saved && address !== saved ? (
            <Button
              variant="subtle"
              className={styles.saved}
              onClick={() => setValue('address', saved, { shouldValidate: true })}
            >
              {text.useSaved}
            </Button>
          ) : null}
        </div>
        <div>
          <SubmitButton busy={isLoading}>{text.submit}</SubmitButton>
        </div>
      </Form>
      {asked === null ? null : (
        <ConfirmWithdrawal
          asked={asked}
          balance={balance}
          codeAsked={codeAsked || member?.profile.two_factor === true}
          busy={isLoading}
          onConfirm={send}
          onCancel={() => setAsked(null)}
        />
      )}
    </>
  )
}
