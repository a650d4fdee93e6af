import { amountParts } from '../lib/formats.ts'
import styles from './money.module.css'

/** The dollars stand out: the currency sign is lighter, and the last three of five decimals are muted. */
export function Money({ amount, signed = false }: { amount: number; signed?: boolean }) {
  const { sign, thousands, cents, rest } = amountParts(amount, { signed })
  return (
    <span className={styles.money} data-arrives={signed && amount > 0}>
      {sign}
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
