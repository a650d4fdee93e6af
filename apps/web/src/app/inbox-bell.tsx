import { lazy, Suspense, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Link } from 'react-router'
import IconBell from '~icons/tabler/bell'
import { inboxCopy } from '../features/inbox/copy.ts'
import { useProfileQuery } from '../lib/profile-api.ts'
import { IconButton } from '../ui/icon-button.tsx'
import buttonStyles from '../ui/icon-button.module.css'
import styles from './inbox-bell.module.css'

const loadPanel = () => import('./inbox-panel.tsx')
const InboxPanel = lazy(loadPanel)

/** The server counts no further than to a hundred. */
const COUNT_MAX = 99

function useUnread(): { count: string; label: string } {
  const unread = useProfileQuery().data?.inbox.unread ?? 0
  const count = unread > COUNT_MAX ? `${COUNT_MAX}+` : unread === 0 ? '' : String(unread)
  return { count, label: count === '' ? inboxCopy.title : inboxCopy.withUnread(count) }
}

/** Opens the newest beside the menu. */
export function InboxBell() {
  const [isOpen, setOpen] = useState(false)
  const bell = useRef<HTMLButtonElement>(null)
  const { count, label } = useUnread()
  const close = () => {
    setOpen(false)
    bell.current?.focus()
  }
  return (
    <>
      <IconButton
        ref={bell}
        label={label}
        aria-haspopup="dialog"
        className={styles.bell ?? ''}
        onPointerEnter={() => void loadPanel()}
        onClick={() => setOpen(true)}
      >
        <IconBell aria-hidden="true" />
        <Count text={count} />
      </IconButton>
      {isOpen
        ? // Outside of the header, whose links look different.
          createPortal(
            <Suspense fallback={null}>
              <InboxPanel onClose={close} onFollow={() => setOpen(false)} />
            </Suspense>,
            document.body,
          )
        : null}
    </>
  )
}

/** For phones, where the inbox has a page to itself. */
export function InboxLink() {
  const { count, label } = useUnread()
  return (
    <Link
      to="/dashboard/inbox"
      aria-label={label}
      title={label}
      className={[buttonStyles.button, styles.bell, styles.link].join(' ')}
    >
      <IconBell aria-hidden="true" />
      <Count text={count} />
    </Link>
  )
}

const Count = ({ text }: { text: string }) =>
  text === '' ? null : (
    <span className={styles.count} aria-hidden="true">
      {text}
    </span>
  )
