import { useId, useLayoutEffect, useRef } from 'react'
import { Link } from 'react-router'
import IconX from '~icons/tabler/x'
import { inboxCopy } from '../features/inbox/copy.ts'
import { InboxList } from '../features/inbox/inbox-list.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import styles from './inbox-panel.module.css'

const SHOWN = 8

type InboxPanelProps = { onClose: () => void; onFollow: () => void }

/** A modal dialog beside the menu: the browser keeps the focus inside, and Escape closes it. */
export default function InboxPanel({ onClose, onFollow }: InboxPanelProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  // Before it is removed: a removed dialog does not return the focus.
  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    return () => shown?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      className={styles.dialog}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => {
        // Only the backdrop belongs to the dialog itself.
        if (event.target === dialog.current) onClose()
      }}
    >
      <div className={styles.sheet}>
        <div className={styles.head}>
          <h2 id={titleId}>{inboxCopy.title}</h2>
          <IconButton label={inboxCopy.close} onClick={onClose}>
            <IconX aria-hidden="true" />
          </IconButton>
        </div>
        <InboxList
          newest={SHOWN}
          onFollow={onFollow}
          foot={
            <Link className={styles.all} to="/dashboard/inbox" onClick={onFollow}>
              {inboxCopy.all}
            </Link>
          }
        />
      </div>
    </dialog>
  )
}
