import type { ReactNode } from 'react'
import styles from './card.module.css'

type CardProps = {
  /** A small line above the heading. */
  eyebrow?: ReactNode
  heading?: ReactNode
  icon?: ReactNode
  children: ReactNode
}

export function Card({ eyebrow, heading, icon, children }: CardProps) {
  return (
    <section className={styles.card}>
      {heading ? (
        <header className={styles.header}>
          {icon ? <span className={styles.icon}>{icon}</span> : null}
          <div className={styles.titles}>
            {eyebrow ? <p className={styles.eyebrow}>{eyebrow}</p> : null}
            <h2 className={styles.heading}>{heading}</h2>
          </div>
        </header>
      ) : null}
      {children}
    </section>
  )
}
