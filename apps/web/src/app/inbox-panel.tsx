import { useId } from 'react'
import { Link } from 'react-router'
import IconX from '~icons/tabler/x'
import { inboxCopy } from '../features/inbox/copy.ts'
import { InboxList } from '../features/inbox/inbox-list.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { ModalDialog } from '../ui/modal-dialog.tsx'
import styles from './inbox-panel.module.css'

const SHOWN = 8

type InboxPanelProps = { onClose: () => void; onFollow: () => void }

/** A modal dialog beside the menu. */
export default function InboxPanel({ onClose, onFollow }: InboxPanelProps) {
  const titleId = useId()
  return (
    <ModalDialog labelledBy={titleId} className={styles.dialog} onClose={onClose}>
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
    </ModalDialog>
  )
}
