import type { ReactNode } from 'react'
import IconAlertCircle from '~icons/tabler/alert-circle'
import IconCircleCheck from '~icons/tabler/circle-check'
import IconInfoCircle from '~icons/tabler/info-circle'
import styles from './notice.module.css'

const ICONS = { danger: IconAlertCircle, pending: IconAlertCircle, calm: IconInfoCircle, positive: IconCircleCheck }
const ROLES = { danger: 'alert', pending: undefined, calm: undefined, positive: 'status' }

type NoticeProps = {
  tone: keyof typeof ICONS
  /** Present from the start or always changing, so screen readers do not announce it. */
  quiet?: boolean
  children: ReactNode
}

/** A message that stays, where a toast would be too little. */
export function Notice({ tone, quiet = false, children }: NoticeProps) {
  const Icon = ICONS[tone]
  return (
    <div className={styles.notice} data-tone={tone} role={quiet ? undefined : ROLES[tone]}>
      <Icon aria-hidden="true" className={styles.icon} />
      <div className={styles.text}>{children}</div>
    </div>
  )
}
