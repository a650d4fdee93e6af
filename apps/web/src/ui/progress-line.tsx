import styles from './progress-line.module.css'

/** Progress as a thin bar with a text. */
export function ProgressLine({ done, all, children }: { done: number; all: number; children: string }) {
  return (
    <span className={styles.line}>
      <span className={styles.bar} aria-hidden="true">
        <span style={{ width: `${all > 0 ? Math.min(100, (done / all) * 100) : 0}%` }} />
      </span>
      {children}
    </span>
  )
}
