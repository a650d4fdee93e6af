import type { ReactNode } from 'react'
import styles from '../console.module.css'

type Fact = readonly [label: string, value: ReactNode, kind?: 'sentence']

/** Names and values, in as many columns as fit. A sentence has a line of its own. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(([label, value, kind]) => (
        <div key={label} data-kind={kind}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
