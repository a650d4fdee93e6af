import { useForm, useWatch } from 'react-hook-form'
import type { readProfile } from '@trefoil/contract/profile'
import type { ReplyOf } from '@trefoil/contract/route'
import { readAmount } from '../../lib/amounts.ts'
import { useScreen } from '../../lib/current-screen.ts'
import { required } from '../../lib/required.ts'
import { AmountField, amountRules } from '../../ui/amount-field.tsx'
import { Button } from '../../ui/button.tsx'
import { Form, SubmitButton } from '../../ui/form.tsx'
import { SourceChoice, type Source } from '../../ui/source-choice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toasts.tsx'
import { useMoneyOrder } from '../../ui/use-money-order.ts'
import { useReturnDepositMutation, useWithdrawMutation } from './api.ts'
import { ConfirmWithdrawal, type AskedWithdrawal } from './confirm-withdrawal.tsx'
import { withdrawCopy } from './copy.ts'
import { isWithin, mostWithin } from './level-limits.tsx'
import styles from './withdraw-form.module.css'
import { serverSentence } from '../../lib/server-words.ts'

const text = withdrawCopy
const FIXED = { network: 'BSC', payment_method: 'blockchain', type: 'Withdrawal' } as const

type Fields = { amount: string; address: string; source: Source }

export function WithdrawForm({ member }: { member: ReplyOf<typeof readProfile>['data'] | undefined }) {
  const { title } = useScreen()
  const [withdraw, withdrawing] = useWithdrawMutation()
  const [returnDeposit, returning] = useReturnDepositMutation()
  const isLoading = withdrawing.isLoading || returning.isLoading
  const { register, handleSubmit, formState, reset, setValue, control } = useForm<Fields>({
    defaultValues: { amount: '', address: '', source: 'available' },
  })
  const [typed, address, chosen] = useWatch({ control, name: ['amount', 'address', 'source'] })
  const { errors } = formState
  const returnable = member?.limits.returnable ?? 0
  // What could be returned may be gone while this screen is open.
  const source = returnable > 0 ? chosen : 'available'
  const balance = source === 'impact' ? returnable : member?.balances.balance
  const figure = source === 'impact' ? 'returnable' : 'available'
  const saved = member?.profile.wallet_address

  const order = useMoneyOrder({
    bodyOf: (asked: AskedWithdrawal) => ({ amount: asked.amount, withdrawal_address: asked.address, ...FIXED }),
    send: (call, asked) => (asked.source === 'impact' ? returnDeposit(call) : withdraw(call)).unwrap(),
    onSent: ({ message }) => {
      toast.success(serverSentence(message, text.succeeded))
      reset()
    },
    failure: { field: 'error', fallback: text.failed },
    needsCode: member?.profile.two_factor === true,
  })

  return (
    <>
      <Form
        label={title}
        busy={isLoading}
        onSubmit={handleSubmit((fields) => {
          const amount = readAmount(fields.amount)
          if (amount !== null) order.ask({ amount, address: fields.address.trim(), source })
        })}
      >
        {returnable > 0 ? (
          <SourceChoice
            legend={text.source}
            sources={[
              {
                value: 'available',
                title: text.earnings,
                hint: text.earningsHint,
                balance: member?.balances.balance,
                figure: 'available',
              },
              {
                value: 'impact',
                title: text.deposit,
                hint: text.depositHint,
                balance: returnable,
                figure: 'returnable',
              },
            ]}
            {...register('source')}
          />
        ) : null}
        <AmountField
          label={text.amount}
          placeholder={text.amountPlaceholder}
          typed={typed}
          balance={balance}
          figure={figure}
          onMax={(all) => setValue('amount', mostWithin(member?.limits.level, all), { shouldValidate: true })}
          required
          error={errors.amount?.message}
          {...register('amount', {
            validate: (amount) => {
              const judged = amountRules(text.amountRequired).validate(amount)
              if (judged !== true) return judged
              return isWithin(member?.limits.level, readAmount(amount)) || text.tooMuchForLevel
            },
          })}
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
      {order.asked === null ? null : (
        <ConfirmWithdrawal asked={order.asked} balance={balance} figure={figure} order={order} />
      )}
    </>
  )
}
