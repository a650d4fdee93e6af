import styles from '../console.module.css'

/** What somebody wrote: given the room that sentences need, however many columns stand beside it. */
export function Prose({ children }: { children: string }) {
  return <span className={styles.prose}>{children}</span>
}
