import { Money } from './money.tsx'
import styles from './money-screen.module.css'

/** What a balance will be, in red if negative. */
export function RemainingBalance({ amount }: { amount: number }) {
  return (
    <span className={amount < 0 ? styles.short : undefined}>
      <Money amount={amount} />
    </span>
  )
}
