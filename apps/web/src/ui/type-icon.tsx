import type { ReactNode } from 'react'
import IconArrowDownLeft from '~icons/tabler/arrow-down-left'
import IconArrowUpRight from '~icons/tabler/arrow-up-right'
import IconArrowsExchange from '~icons/tabler/arrows-exchange'
import IconCoins from '~icons/tabler/coins'
import IconHeartHandshake from '~icons/tabler/heart-handshake'
import IconPointFilled from '~icons/tabler/point-filled'
import IconUserPlus from '~icons/tabler/user-plus'
import styles from './type-icon.module.css'

const ICONS = {
  deposit: IconArrowDownLeft,
  withdrawal: IconArrowUpRight,
  donation: IconHeartHandshake,
  transfer: IconArrowsExchange,
  earning: IconCoins,
  referral: IconUserPlus,
}

/** A word with the icon of its kind; a dot for what is not money. */
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
