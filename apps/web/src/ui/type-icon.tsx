import {
  IconArrowDownLeft,
  IconArrowsExchange,
  IconArrowUpRight,
  IconCoins,
  IconHeartHandshake,
  IconPointFilled,
  IconUserPlus,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './type-icon.module.css'

const ICONS = {
  deposit: IconArrowDownLeft,
  withdrawal: IconArrowUpRight,
  donation: IconHeartHandshake,
  transfer: IconArrowsExchange,
  earning: IconCoins,
  referral: IconUserPlus,
}

/** A word with the drawing of its kind. What is not money has a dot. */
export function TypeIcon({ icon, children }: { icon: keyof typeof ICONS | null; children: ReactNode }) {
  const Icon = icon === null ? IconPointFilled : ICONS[icon]
  return (
    <span className={styles.typed}>
      <span className={styles.icon}>
        <Icon aria-hidden="true" />
      </span>
      {children}
    </span>
  )
}
