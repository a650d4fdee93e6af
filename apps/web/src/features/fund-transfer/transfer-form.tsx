import type { SecondFactor } from '@trefoil/contract/shapes'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { readAmount } from '../../lib/amounts.ts'
import { dashboardCopy } from '../../lib/dashboard-copy.ts'
import { failureText, isTwoFactorRequired, isWrongCode } from '../../lib/failure.ts'
import { useProfileQuery } from '../../lib/profile-api.ts'
import { required } from '../../lib/required.ts'
import { submissionKeys } from '../../lib/submission-key.ts'
import { AmountField, amountRules } from '../../ui/amount-field.tsx'
import { Card } from '../../ui/card.tsx'
import { Form, SubmitButton } from '../../ui/form.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import styles from '../../ui/money-screen.module.css'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toasts.tsx'
import { useTransferMutation } from './api.ts'
import { ConfirmTransfer, type AskedTransfer } from './confirm-transfer.tsx'
import { transferCopy } from './copy.ts'
import { SourceChoice, type Source } from './source-choice.tsx'
import type { SentTransfer } from './transfer-success.tsx'

const text = transferCopy

export function TransferForm({ onSent }: { onSent: (sent: SentTransfer) => void }) {
  const [transfer, { isLoading }] = useTransferMutation()
  const { data, isError, refetch } = useProfileQuery()
  const [keys] = useState(submissionKeys)
  const [asked, setAsked] = useState<AskedTransfer | null>(null)
  const [codeAsked, setCodeAsked] = useState(false)
  const { register, handleSubmit, formState, setValue, setError, reset, control } = useForm<{
    recipient: string
    amount: string
    from: Source
  }>({ defaultValues: { recipient: '', amount: '', from: 'impact' } })
  const [typed, from] = useWatch({ control, name: ['amount', 'from'] })
  const { errors } = formState
  const own = from === 'available'
  const balance = own ? data?.balances.balance : data?.balances.deposit_balance

  const stop = () => {
    setAsked(null)
    setCodeAsked(false)
  }

  /** Answers what is wrong with the second factor, where it is that: then the question stays. */
  const send = async (code: SecondFactor | undefined): Promise<string | undefined> => {
    if (asked === null) return undefined
    const body = { amount: asked.amount, recipient_id: asked.recipient, from: asked.from }
    try {
      const { data: reply } = await transfer({
        key: keys.keyFor(body),
        body: code === undefined ? body : { ...body, code },
      }).unwrap()
      keys.settle()
      stop()
      reset()
      onSent({ recipient: reply.recipient.name, amount: reply.amount, id: reply.transfer_id, from: asked.from })
    } catch (problem) {
      if (isTwoFactorRequired(problem)) {
        setCodeAsked(true)
        return undefined
      }
      const words = failureText(problem, { field: 'message', fallback: text.failed })
      toast.error(words)
      if (isWrongCode(problem)) return words
      stop()
    }
    return undefined
  }

  return (
    <div className={styles.form}>
      <Card heading={text.formTitle}>
        <p className={styles.hint}>{text.lead}</p>
        {isError && !data ? (
          <LoadFailure text={dashboardCopy.blocks.failed} retryLabel={dashboardCopy.blocks.retry} onRetry={refetch} />
        ) : null}
        <Form
          label={text.formTitle}
          busy={isLoading}
          onSubmit={handleSubmit((fields) => {
            const amount = readAmount(fields.amount)
            const recipient = own ? data?.profile.user_pk : fields.recipient.trim()
            if (recipient === undefined) setError('amount', { message: text.ownUnknown })
            else if (amount !== null) setAsked({ recipient, amount, from })
          })}
        >
          <SourceChoice balances={data?.balances} {...register('from')} />
          {own ? null : (
            <TextField
              label={text.recipient}
              description={text.recipientHint}
              autoComplete="off"
              autoCapitalize="none"
              autoCorrect="off"
              spellCheck={false}
              maxLength={100}
              required
              error={errors.recipient?.message}
              {...register('recipient', { ...required(text.recipientRequired), shouldUnregister: false })}
            />
          )}
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
          <div>
            <SubmitButton busy={isLoading}>{text.submit}</SubmitButton>
          </div>
        </Form>
      </Card>
      {asked === null ? null : (
        <ConfirmTransfer
          asked={asked}
          balance={balance}
          codeAsked={codeAsked}
          busy={isLoading}
          onConfirm={send}
          onCancel={stop}
        />
      )}
    </div>
  )
}
