import { amountParts, unitParts } from './formats.ts'
import styles from './public.module.css'

/** As members see amounts. */
export const Amount = ({ amount }: { amount: number }) => <Parts {...amountParts(amount)} />

/** The same of a count of $0.00001, which may be more than a number holds exactly. */
export const UnitsAmount = ({ units }: { units: bigint }) => <Parts {...unitParts(units)} />

function Parts({ thousands, cents, rest }: ReturnType<typeof amountParts>) {
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
