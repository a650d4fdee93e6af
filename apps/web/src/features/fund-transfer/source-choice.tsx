import type { ComponentProps } from 'react'
import type { readProfile } from '@trefoil/contract/profile'
import type { ReplyOf } from '@trefoil/contract/route'
import { Money } from '../../ui/money.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { transferCopy } from './copy.ts'
import styles from './source-choice.module.css'

const text = transferCopy

export type Source = 'impact' | 'available'

type SourceChoiceProps = ComponentProps<'input'> & {
  balances: ReplyOf<typeof readProfile>['data']['balances'] | undefined
}

/** Which balance to use; it also decides who may receive it. */
export function SourceChoice({ balances, ...field }: SourceChoiceProps) {
  const sources = [
    { value: 'impact', name: text.impact, hint: text.impactHint, balance: balances?.deposit_balance },
    { value: 'available', name: text.available, hint: text.availableHint, balance: balances?.balance },
  ] as const
  return (
    <fieldset className={styles.choice}>
      <legend className={styles.legend}>{text.source}</legend>
      {sources.map(({ value, name, hint, balance }) => (
        <label key={value} className={styles.source}>
          <input type="radio" value={value} {...field} />
          <span className={styles.words}>
            <span className={styles.name}>{name}</span>
            <span className={styles.hint}>{hint}</span>
          </span>
          {balance === undefined ? <Skeleton width={90} height={18} /> : <Money amount={balance} />}
        </label>
      ))}
    </fieldset>
  )
}
