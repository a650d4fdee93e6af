import type { Figure } from '@trefoil/contract/figures'
import { readAmount, remainder } from '../lib/amounts.ts'
import { dashboardCopy } from '../lib/dashboard-copy.ts'
import { showAmount, typedAmount } from '../lib/formats.ts'
import styles from './amount-field.module.css'
import { Explained } from './explained.tsx'
import { TextField, type TextFieldProps } from './text-field.tsx'

const text = dashboardCopy.money

type AmountFieldProps = TextFieldProps & {
  typed: string
  /** What can be spent; undefined while loading. */
  balance: number | undefined
  /** Explains the balance. */
  figure: Figure
  onMax: (amount: string) => void
}

/** Dollars, with a button for the whole balance, and what would remain. */
export function AmountField({ typed, balance, figure, onMax, ...rest }: AmountFieldProps) {
  const amount = readAmount(typed)
  const left = balance === undefined || amount === null ? null : remainder({ balance, amount })
  return (
    <TextField
      // As amounts are written: the sign first.
      dir="ltr"
      inputMode="decimal"
      autoComplete="off"
      maxLength={24}
      leftSection="$"
      rightSectionWidth={72}
      rightSection={
        balance === undefined || balance <= 0 ? null : (
          <button
            type="button"
            className={styles.max}
            aria-label={text.maxOf(showAmount(balance))}
            onClick={() => onMax(typedAmount(balance))}
          >
            {text.max}
          </button>
        )
      }
      description={
        <span role="status" className={styles.remains} data-short={left !== null && left < 0}>
          {left !== null ? (
            <span data-computed>{left < 0 ? text.short(showAmount(-left)) : text.remains(showAmount(left))}</span>
          ) : balance === undefined ? null : (
            <>
              {text.upTo} <Explained figure={figure}>{showAmount(balance)}</Explained>
            </>
          )}
        </span>
      }
      {...rest}
    />
  )
}

/** For forms: a blank field has the screen's own message, an invalid amount a common one. */
export const amountRules = (requiredText: string) => ({
  validate: (typed: string) => {
    if (typed.trim() === '') return requiredText
    return readAmount(typed) === null ? text.invalid : true
  },
})
