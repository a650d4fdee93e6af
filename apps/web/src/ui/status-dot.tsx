import styles from './status-dot.module.css'

/** A dot and a word, so that colour alone carries no meaning. */
export function StatusDot({ tone, children }: { tone: 'positive' | 'pending' | 'danger' | 'calm'; children: string }) {
  return (
    <span className={styles.status} data-tone={tone}>
      {children}
    </span>
  )
}
