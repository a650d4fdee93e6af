import type { ReactNode } from 'react'
import styles from './share-bars.module.css'

export type ShareBar = { label: string; value: number; shown: ReactNode }

/** A list in which each line has a bar of its length: words and figures are text, so nothing is only drawn. */
export function ShareBars({ bars }: { bars: readonly ShareBar[] }) {
  const largest = Math.max(...bars.map(({ value }) => value), 0)
  return (
    <dl className={styles.bars}>
      {bars.map(({ label, value, shown }) => (
        <div key={label} className={styles.line}>
          <dt className={styles.label}>{label}</dt>
          <dd className={styles.value}>{shown}</dd>
          <span className={styles.track} aria-hidden="true">
            <span className={styles.bar} style={{ width: largest > 0 ? `${(value / largest) * 100}%` : 0 }} />
          </span>
        </div>
      ))}
    </dl>
  )
}
