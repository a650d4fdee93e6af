import { useForm } from 'react-hook-form'
import { readAmount } from '../../../lib/amounts.ts'
import { amountRules } from '../../../ui/amount-field.tsx'
import { Button } from '../../../ui/button.tsx'
import sheet from '../../../ui/confirm-sheet.module.css'
import { SheetFooter } from '../../../ui/dialog-sheet.tsx'
import { Form, SubmitButton } from '../../../ui/form.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import type { FoundWallet } from '../find-wallets.ts'
import { payCopy } from './copy.ts'
import styles from './pay.module.css'
import { WalletName } from './wallet-choice.tsx'

const text = payCopy

type AmountFormProps = {
  wallet: FoundWallet
  token: string
  typed: string
  /** Undefined where there is only one wallet. */
  onChange: (() => void) | undefined
  onAmount: (typed: string, dollars: number) => void
  onCancel: () => void
}

export function AmountForm({ wallet, token, typed, onChange, onAmount, onCancel }: AmountFormProps) {
  const { register, handleSubmit, formState } = useForm({ defaultValues: { amount: typed } })
  return (
    <Form
      label={text.title}
      busy={false}
      onSubmit={handleSubmit(({ amount }) => {
        const dollars = readAmount(amount)
        if (dollars !== null) onAmount(amount, dollars)
      })}
    >
      <div className={styles.chosen}>
        <WalletName {...wallet} />
        {onChange ? (
          <Button variant="subtle" onClick={onChange}>
            {text.change}
          </Button>
        ) : null}
      </div>
      <TextField
        label={text.amount}
        description={text.amountHint(token)}
        inputMode="decimal"
        autoComplete="off"
        autoFocus
        maxLength={24}
        dir="ltr"
        leftSection="$"
        required
        error={formState.errors.amount?.message}
        {...register('amount', amountRules(text.amountRequired))}
      />
      <SheetFooter>
        <div className={sheet.actions}>
          <Button variant="default" onClick={onCancel}>
            {text.close}
          </Button>
          <SubmitButton busy={false}>{text.review}</SubmitButton>
        </div>
      </SheetFooter>
    </Form>
  )
}
