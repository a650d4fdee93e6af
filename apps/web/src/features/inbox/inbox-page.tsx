import { Link } from 'react-router'
import { Card } from '../../ui/card.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { inboxCopy } from './copy.ts'
import { InboxList } from './inbox-list.tsx'
import styles from './inbox.module.css'

/** All of it. On phones the bell leads here. */
export default function InboxPage() {
  return (
    <div className={styles.page}>
      <ScreenTitle />
      <Card>
        <InboxList
          foot={
            <Link className={styles.quiet} to="/dashboard/setting?tab=inbox">
              {inboxCopy.byMail}
            </Link>
          }
        />
      </Card>
    </div>
  )
}
