import { useScreen } from '../../lib/current-screen.ts'
import { PageTabs } from '../../ui/page-tabs.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import styles from '../console.module.css'
import { operatorCopy } from '../copy.ts'
import { Accounts } from './accounts.tsx'
import { Journals } from './journals.tsx'

const text = operatorCopy.ledger

export default function LedgerPage() {
  const { title } = useScreen()
  return (
    <div className={styles.page}>
      <ScreenTitle />
      <PageTabs
        label={title}
        tabs={[
          { value: 'accounts', label: text.accounts, content: <Accounts /> },
          { value: 'journals', label: text.journals, content: <Journals /> },
        ]}
      />
    </div>
  )
}
