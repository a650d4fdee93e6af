import type { ReactNode } from 'react'
import IconAlertCircle from '~icons/tabler/alert-circle'
import IconInfoCircle from '~icons/tabler/info-circle'
import styles from './notice.module.css'

type NoticeProps = {
  tone: 'danger' | 'pending' | 'calm'
  /** Present from the start or always changing, so screen readers do not announce it. */
  quiet?: boolean
  children: ReactNode
}

/** A message that stays, where a toast would be too little. */
export function Notice({ tone, quiet = false, children }: NoticeProps) {
  const Icon = tone === 'calm' ? IconInfoCircle : IconAlertCircle
  return (
    <div className={styles.notice} data-tone={tone} role={tone === 'danger' && !quiet ? 'alert' : undefined}>
      <Icon aria-hidden="true" className={styles.icon} />
      <div className={styles.text}>{children}</div>
    </div>
  )
}
