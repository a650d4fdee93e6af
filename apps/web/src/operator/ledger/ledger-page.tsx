import { PageTabs } from '../../ui/page-tabs.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import styles from '../console.module.css'
import { operatorCopy } from '../copy.ts'
import { Accounts } from './accounts.tsx'
import { Journals } from './journals.tsx'

const text = operatorCopy.ledger

export default function LedgerPage() {
  return (
    <div className={styles.page}>
      <PageTitle documentTitle={text.title} lead={text.lead}>
        {text.title}
      </PageTitle>
      <PageTabs
        label={text.title}
        tabs={[
          { value: 'accounts', label: text.accounts, content: <Accounts /> },
          { value: 'journals', label: text.journals, content: <Journals /> },
        ]}
      />
    </div>
  )
}
