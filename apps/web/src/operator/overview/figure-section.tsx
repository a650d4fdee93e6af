import { useId, type ReactNode } from 'react'
import styles from '../console.module.css'

/** Figures beside one another, under a heading. */
export function FigureSection({ heading, children }: { heading: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={styles.rows} aria-labelledby={id}>
      <h2 id={id} className={styles.heading}>
        {heading}
      </h2>
      <div className={styles.figures}>{children}</div>
    </section>
  )
}
