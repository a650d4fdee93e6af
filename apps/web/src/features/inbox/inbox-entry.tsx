import { Link } from 'react-router'
import IconArrowDownLeft from '~icons/tabler/arrow-down-left'
import IconArrowUpRight from '~icons/tabler/arrow-up-right'
import IconCoins from '~icons/tabler/coins'
import IconHeartHandshake from '~icons/tabler/heart-handshake'
import IconLifebuoy from '~icons/tabler/lifebuoy'
import IconShieldLock from '~icons/tabler/shield-lock'
import IconStairsUp from '~icons/tabler/stairs-up'
import { showMoment } from '../../lib/formats.ts'
import { textsFrom } from '../../lib/language.ts'
import type { Notification } from './api.ts'
import { inboxCopy } from './copy.ts'
import styles from './inbox.module.css'

/** In English, the server's own words are shown. */
const translations = await textsFrom(() => import('./notice-copy.ts'))

const ICONS = {
  donations: IconCoins,
  deposits: IconArrowDownLeft,
  withdrawals: IconArrowUpRight,
  stages: IconStairsUp,
  causes: IconHeartHandshake,
  support: IconLifebuoy,
  security: IconShieldLock,
} satisfies Record<Notification['topic'], unknown>

type InboxEntryProps = { entry: Notification; onFollow: () => void }

/** The whole entry is one link, to where it belongs. */
export function InboxEntry({ entry, onFollow }: InboxEntryProps) {
  const { topic, code, params, link, created_at, read } = entry
  const { title, text } = translations?.noticeIn(code, params) ?? entry
  const Icon = ICONS[topic]
  return (
    <li>
      <Link
        to={link}
        className={styles.entry ?? ''}
        data-read={read}
        // Public pages are not part of this application.
        {...(!link.startsWith('/dashboard') && { target: '_blank', rel: 'noopener' })}
        onClick={onFollow}
      >
        <span className={styles.icon}>
          <Icon aria-hidden="true" />
        </span>
        <span className={styles.words}>
          <span className={styles.title}>
            {read ? null : <span className="visually-hidden">{inboxCopy.unread} </span>}
            {title}
          </span>
          <span className={styles.text}>{text}</span>
          <time className={styles.time} dateTime={created_at}>
            {showMoment(created_at)}
          </time>
        </span>
      </Link>
    </li>
  )
}
