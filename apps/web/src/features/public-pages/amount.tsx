import { amountParts } from './formats.ts'
import styles from './public.module.css'

/** As members see amounts. */
export function Amount({ amount }: { amount: number }) {
  const { thousands, cents, rest } = amountParts(amount)
  return (
    <span className={styles.amount}>
      <span className={styles.currency}>$</span>
      {thousands.map((group, index) => (
        // Groups are identified by their position.
        <span key={index} className={styles.group}>
          {group}
        </span>
      ))}
      .{cents}
      <span className={styles.rest}>{rest}</span>
    </span>
  )
}
