import { copy } from '../lib/copy.ts'
import styles from './email.module.css'
import { MiddleTruncated } from './middle-truncated.tsx'

/** Null: its owner does not show it, or has left. */
export const Email = ({ of: email }: { of: string | null }) =>
  email === null ? (
    <span className={styles.notShown}>{copy.common.emailNotShown}</span>
  ) : (
    <MiddleTruncated text={email} />
  )
