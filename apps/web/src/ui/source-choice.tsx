import type { Figure } from '@trefoil/contract/figures'
import type { ComponentProps } from 'react'
import { Explained } from './explained.tsx'
import { Money } from './money.tsx'
import { Skeleton } from './skeleton.tsx'
import styles from './source-choice.module.css'

export type Source = 'impact' | 'available'

type SourceChoiceProps = ComponentProps<'input'> & {
  legend: string
  /** `balance`: unknown while it loads. `figure`: explains it. */
  sources: readonly { value: Source; title: string; hint: string; balance: number | undefined; figure: Figure }[]
}

/** Which balance to use; it also decides what may be done with it. */
export const SourceChoice = ({ legend, sources, ...field }: SourceChoiceProps) => (
  <fieldset className={styles.choice}>
    <legend className={styles.legend}>{legend}</legend>
    {sources.map(({ value, title, hint, balance, figure }) => (
      <div key={value} className={styles.source}>
        <label className={styles.pick}>
          <input type="radio" value={value} {...field} />
          <span className={styles.words}>
            <span className={styles.name}>{title}</span>
            <span className={styles.hint}>{hint}</span>
          </span>
        </label>
        <span className={styles.balance}>
          {balance === undefined ? (
            <Skeleton width={90} height={18} />
          ) : (
            <Explained figure={figure}>
              <Money amount={balance} />
            </Explained>
          )}
        </span>
      </div>
    ))}
  </fieldset>
)
