import { useForm, useWatch } from 'react-hook-form'
import type { readProfile } from '@trefoil/contract/profile'
import type { ReplyOf } from '@trefoil/contract/route'
import type { StageRecord } from '@trefoil/contract/programme'
import { readAmount } from '../../lib/amounts.ts'
import { useScreen } from '../../lib/current-screen.ts'
import { AmountField, amountRules } from '../../ui/amount-field.tsx'
import { Form, SubmitButton } from '../../ui/form.tsx'
import { Money } from '../../ui/money.tsx'
import styles from '../../ui/money-screen.module.css'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toasts.tsx'
import { useMoneyOrder } from '../../ui/use-money-order.ts'
import { useDonateMutation } from './api.ts'
import { ConfirmDonation } from './confirm-donation.tsx'
import { donateCopy } from './copy.ts'

const text = donateCopy

type DonateFormProps = {
  member: ReplyOf<typeof readProfile>['data'] | undefined
  stages: StageRecord[] | undefined
}

export function DonateForm({ member, stages }: DonateFormProps) {
  const { title } = useScreen()
  const [donate, { isLoading }] = useDonateMutation()
  const { register, handleSubmit, formState, reset, setValue, control } = useForm({ defaultValues: { amount: '' } })
  const typed = useWatch({ control, name: 'amount' })
  const balance = member?.balances.deposit_balance

  const order = useMoneyOrder({
    bodyOf: (amount: number) => ({ amount }),
    send: (call) => donate(call).unwrap(),
    onSent: ({ message }) => {
      toast.success(message || text.succeeded)
      reset()
    },
    failure: { field: 'message', fallback: text.failed },
  })

  return (
    <>
      <p className={styles.limit}>
        {text.balance}{' '}
        <strong>{balance === undefined ? <Skeleton width={96} height={18} /> : <Money amount={balance} />}</strong>
      </p>
      <Form label={title} busy={isLoading} onSubmit={handleSubmit(({ amount }) => order.ask(readAmount(amount)))}>
        <AmountField
          label={text.amount}
          placeholder={text.amountPlaceholder}
          typed={typed}
          balance={balance}
          onMax={(all) => setValue('amount', all, { shouldValidate: true })}
          required
          error={formState.errors.amount?.message}
          {...register('amount', amountRules(text.amountRequired))}
        />
        <div>
          <SubmitButton busy={isLoading}>{text.submit}</SubmitButton>
        </div>
      </Form>
      {order.asked === null ? null : (
        <ConfirmDonation amount={order.asked} member={member} stages={stages} order={order} />
      )}
    </>
  )
}
