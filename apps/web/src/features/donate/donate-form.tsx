import { useForm, useWatch } from 'react-hook-form'
import type { readProfile } from '@trefoil/contract/profile'
import type { ReplyOf } from '@trefoil/contract/route'
import type { StageRecord } from '@trefoil/contract/programme'
import { readAmount } from '../../lib/amounts.ts'
import { useScreen } from '../../lib/current-screen.ts'
import { AmountField, amountRules } from '../../ui/amount-field.tsx'
import { Explained } from '../../ui/explained.tsx'
import { Form, SubmitButton } from '../../ui/form.tsx'
import { Money } from '../../ui/money.tsx'
import styles from '../../ui/money-screen.module.css'
import { SelectField } from '../../ui/select-field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toasts.tsx'
import { useMoneyOrder } from '../../ui/use-money-order.ts'
import { useDonateMutation } from './api.ts'
import type { OpenCause } from './cause-card.tsx'
import { ConfirmDonation } from './confirm-donation.tsx'
import { donateCopy } from './copy.ts'
import type { Given } from './thank-you.tsx'
import { serverSentence } from '../../lib/server-words.ts'

const text = donateCopy

type DonateFormProps = {
  /** Open ones, the default first. None while they load. */
  causes: readonly OpenCause[]
  chosen: OpenCause | undefined
  onChoose: (slug: string) => void
  onGiven: (given: Given | null) => void
  member: ReplyOf<typeof readProfile>['data'] | undefined
  stages: StageRecord[] | undefined
}

export function DonateForm({ causes, chosen, onChoose, onGiven, member, stages }: DonateFormProps) {
  const { title } = useScreen()
  const [donate, { isLoading }] = useDonateMutation()
  const { register, handleSubmit, formState, reset, setValue, control } = useForm({ defaultValues: { amount: '' } })
  const typed = useWatch({ control, name: 'amount' })
  const balance = member?.balances.deposit_balance

  const order = useMoneyOrder({
    // The default need not be named: it may be another by then.
    bodyOf: (amount: number) => ({ amount, ...(chosen && chosen !== causes[0] && { cause_id: chosen.slug }) }),
    send: (call) => donate(call).unwrap(),
    onSent: ({ message, data }) => {
      onGiven(data)
      toast.success(serverSentence(message, text.succeeded))
      reset()
    },
    failure: { field: 'message', fallback: text.failed },
  })

  return (
    <>
      <p className={styles.limit}>
        {text.balance}{' '}
        <strong>
          {balance === undefined ? (
            <Skeleton width={96} height={18} />
          ) : (
            <Explained figure="impact">
              <Money amount={balance} />
            </Explained>
          )}
        </strong>
      </p>
      <Form label={title} busy={isLoading} onSubmit={handleSubmit(({ amount }) => order.ask(readAmount(amount)))}>
        {causes.length > 1 && chosen ? (
          <SelectField
            label={text.cause.label}
            value={chosen.slug}
            options={causes.map(({ slug, name }) => ({ value: slug, label: name }))}
            onChange={onChoose}
          />
        ) : null}
        <AmountField
          label={text.amount}
          placeholder={text.amountPlaceholder}
          typed={typed}
          balance={balance}
          figure="impact"
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
        <ConfirmDonation amount={order.asked} cause={chosen?.name} member={member} stages={stages} order={order} />
      )}
    </>
  )
}
