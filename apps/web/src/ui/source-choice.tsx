import type { ComponentProps } from 'react'
import { Money } from './money.tsx'
import { Skeleton } from './skeleton.tsx'
import styles from './source-choice.module.css'

export type Source = 'impact' | 'available'

type SourceChoiceProps = ComponentProps<'input'> & {
  legend: string
  /** `balance`: unknown while it loads. */
  sources: readonly { value: Source; title: string; hint: string; balance: number | undefined }[]
}

/** Which balance to use; it also decides what may be done with it. */
export const SourceChoice = ({ legend, sources, ...field }: SourceChoiceProps) => (
  <fieldset className={styles.choice}>
    <legend className={styles.legend}>{legend}</legend>
    {sources.map(({ value, title, hint, balance }) => (
      <label key={value} className={styles.source}>
        <input type="radio" value={value} {...field} />
        <span className={styles.words}>
          <span className={styles.name}>{title}</span>
          <span className={styles.hint}>{hint}</span>
        </span>
        {balance === undefined ? <Skeleton width={90} height={18} /> : <Money amount={balance} />}
      </label>
    ))}
  </fieldset>
)
