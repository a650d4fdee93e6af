import { useForm, useWatch } from 'react-hook-form'
import { readAmount } from '../../lib/amounts.ts'
import { dashboardCopy } from '../../lib/dashboard-copy.ts'
import { useProfileQuery } from '../../lib/profile-api.ts'
import { required } from '../../lib/required.ts'
import { AmountField, amountRules } from '../../ui/amount-field.tsx'
import { Card } from '../../ui/card.tsx'
import { Form, SubmitButton } from '../../ui/form.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import styles from '../../ui/money-screen.module.css'
import { SourceChoice, type Source } from '../../ui/source-choice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useMoneyOrder } from '../../ui/use-money-order.ts'
import { useTransferMutation } from './api.ts'
import { ConfirmTransfer, type AskedTransfer } from './confirm-transfer.tsx'
import { transferCopy } from './copy.ts'
import type { SentTransfer } from './transfer-success.tsx'

const text = transferCopy

export function TransferForm({ onSent }: { onSent: (sent: SentTransfer) => void }) {
  const [transfer, { isLoading }] = useTransferMutation()
  const { data, isError, refetch } = useProfileQuery()
  const { register, handleSubmit, formState, setValue, setError, reset, control } = useForm<{
    recipient: string
    amount: string
    from: Source
  }>({ defaultValues: { recipient: '', amount: '', from: 'impact' } })
  const [typed, from] = useWatch({ control, name: ['amount', 'from'] })
  const { errors } = formState
  const own = from === 'available'
  const balance = own ? data?.balances.balance : data?.balances.deposit_balance

  const order = useMoneyOrder({
    bodyOf: (asked: AskedTransfer) => ({ amount: asked.amount, recipient_id: asked.recipient, from: asked.from }),
    send: (call) => transfer(call).unwrap(),
    onSent: ({ data: reply }, asked) => {
      reset()
      onSent({ recipient: reply.recipient.name, amount: reply.amount, id: reply.transfer_id, from: asked.from })
    },
    failure: { field: 'message', fallback: text.failed },
  })

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
            else if (amount !== null) order.ask({ recipient, amount, from })
          })}
        >
          <SourceChoice
            legend={text.source}
            sources={[
              {
                value: 'impact',
                title: text.impact,
                hint: text.impactHint,
                balance: data?.balances.deposit_balance,
                figure: 'impact',
              },
              {
                value: 'available',
                title: text.available,
                hint: text.availableHint,
                balance: data?.balances.balance,
                figure: 'available',
              },
            ]}
            {...register('from')}
          />
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
            figure={from}
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
      {order.asked === null ? null : <ConfirmTransfer asked={order.asked} balance={balance} order={order} />}
    </div>
  )
}
