import type { ReactNode } from 'react'
import { Skeleton } from './skeleton.tsx'
import styles from './stat-card.module.css'

type StatCardProps = {
  title: string
  /** Undefined while loading. */
  value: ReactNode | undefined
  description?: ReactNode
  icon?: ReactNode
  /** The figures a member acts on are larger. */
  large?: boolean
  /** What belongs below the figure: actions, a progress bar. */
  children?: ReactNode
}

/** One figure with its name. */
export function StatCard({ title, value, description, icon, large = false, children }: StatCardProps) {
  return (
    <section className={styles.card} data-large={large}>
      <div className={styles.head}>
        <h2 className={styles.title}>{title}</h2>
        {icon ? <span className={styles.icon}>{icon}</span> : null}
      </div>
      <div className={styles.value} aria-busy={value === undefined}>
        {value === undefined ? <Skeleton width="70%" height={large ? 34 : 22} /> : value}
      </div>
      {description ? <p className={styles.description}>{description}</p> : null}
      {children}
    </section>
  )
}
