import { showAmount } from '../../lib/formats.ts'
import { Money } from '../../ui/money.tsx'
import { donateCopy } from './copy.ts'
import styles from './division.module.css'
import type { Part } from './division-parts.ts'

/** A donation as one bar: how much of it went where. The names and amounts below it say the same in words. */
export function DivisionBar({ parts, total }: { parts: readonly Part[]; total: number }) {
  const words = parts.map(({ label, amount }) => `${label} ${showAmount(amount)}`).join(', ')
  return (
    <figure className={styles.figure}>
      <div role="img" aria-label={donateCopy.thanks.picture(words)} className={styles.bar}>
        {parts.map(({ part, amount }) => (
          <span key={part} className={styles.part} data-part={part} style={{ flexGrow: amount / total }} />
        ))}
      </div>
      <figcaption>
        <ul className={styles.legend}>
          {parts.map(({ part, label, amount }) => (
            <li key={part} className={styles.entry}>
              <span className={styles.mark} data-part={part} aria-hidden="true" />
              <span className={styles.label}>{label}</span>
              <Money amount={amount} />
            </li>
          ))}
        </ul>
      </figcaption>
    </figure>
  )
}
