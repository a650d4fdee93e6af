import { amountParts } from './formats.ts'
import styles from './public.module.css'

export function Amount({ amount }: { amount: number }) {
  const { whole, cents, rest } = amountParts(amount)
  return (
    <span className={styles.amount}>
      <span className={styles.currency}>$</span>
      {whole}.{cents}
      <span className={styles.rest}>{rest}</span>
    </span>
  )
}
