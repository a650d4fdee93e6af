import styles from './token-amount.module.css'

const CENTS_LENGTH = 2
const DECIMALS_MIN = 5

/** An exact count of tokens, which a number could not hold. Padded, so that the points of a column are in line. */
export function TokenAmount({ amount, decimals = DECIMALS_MIN }: { amount: string; decimals?: number }) {
  const [whole = '', fraction = ''] = amount.replace('-', '').split('.')
  const padded = fraction.padEnd(decimals, '0')
  return (
    <span className={styles.amount}>
      {amount.startsWith('-') ? '\u2212' : ''}
      {whole.split(/(?=(?:\d{3})+$)/).map((group, index) => (
        // Groups are identified by their position.
        <span key={index} className={styles.group}>
          {group}
        </span>
      ))}
      .{padded.slice(0, CENTS_LENGTH)}
      <span className={styles.rest}>{padded.slice(CENTS_LENGTH)}</span>
    </span>
  )
}

/** So many that all of them fit: usually five, as in the ledger. */
export const decimalsOf = (amounts: readonly string[]): number =>
  Math.max(DECIMALS_MIN, ...amounts.map((amount) => amount.split('.')[1]?.length ?? 0))
