import { IconAlertCircle, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './notice.module.css'

/** Said in place, where a passing toast would be too little. */
export function Notice({ tone, children }: { tone: 'danger' | 'pending' | 'calm'; children: ReactNode }) {
  const Icon = tone === 'calm' ? IconInfoCircle : IconAlertCircle
  return (
    <div className={styles.notice} data-tone={tone} role={tone === 'danger' ? 'alert' : undefined}>
      <Icon aria-hidden="true" className={styles.icon} />
      <div className={styles.text}>{children}</div>
    </div>
  )
}
