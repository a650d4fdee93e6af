import { showAmount } from '../../lib/formats.ts'
import { Explained } from '../../ui/explained.tsx'
import { Money } from '../../ui/money.tsx'
import { donateCopy } from './copy.ts'
import styles from './division.module.css'
import type { Part, PartName } from './division-parts.ts'

/** As its explanation is asked for. */
const NAMES: Record<PartName, string> = {
  cause: 'promised',
  wentOn: 'passed_on',
  sponsor: 'sponsor',
  network: 'level_1-10',
  operations: 'operations',
}

type DivisionBarProps = { donation: string; parts: readonly Part[]; total: number }

/** A donation as one bar: how much of it went where. The names and amounts below it say the same in words. */
export function DivisionBar({ donation, parts, total }: DivisionBarProps) {
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
              <Explained figure="donation_part" of={{ donation, part: NAMES[part] }}>
                <Money amount={amount} />
              </Explained>
            </li>
          ))}
        </ul>
      </figcaption>
    </figure>
  )
}
