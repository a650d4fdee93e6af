import styles from '../console.module.css'

/** Text that somebody wrote, wide enough for sentences however many columns there are. */
export function Prose({ children }: { children: string }) {
  return <span className={styles.prose}>{children}</span>
}
