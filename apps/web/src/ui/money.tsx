import { amountParts } from '../lib/formats.ts'
import styles from './money.module.css'

/** Dollars read first: the sign of the currency is lighter, the last three of the five decimals are muted. */
export function Money({ amount, signed = false }: { amount: number; signed?: boolean }) {
  const { sign, thousands, cents, rest } = amountParts(amount, { signed })
  return (
    <span className={styles.money} data-arrives={signed && amount > 0}>
      {sign}
      <span className={styles.currency}>$</span>
      {thousands.map((group, index) => (
        // Groups have no identity of their own: the place is what they are.
        <span key={index} className={styles.group}>
          {group}
        </span>
      ))}
      .{cents}
      <span className={styles.rest}>{rest}</span>
    </span>
  )
}
