import type { readFacts } from '@trefoil/contract/facts'
import type { ReplyOf } from '@trefoil/contract/route'
import type { ReactNode } from 'react'
import styles from './facts.module.css'

export type PublishedFacts = ReplyOf<typeof readFacts>['data']
export type Facts = NonNullable<PublishedFacts['facts']>

export const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={styles.section}>
    <h2>{title}</h2>
    {children}
  </section>
)

/** The figure beside it, drawn. */
export const Track = ({ percent }: { percent: number }) => (
  <span className={styles.track} aria-hidden="true">
    <span className={styles.bar} style={{ width: `${percent}%` }} />
  </span>
)
