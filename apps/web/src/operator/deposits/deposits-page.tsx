import { PageTabs } from '../../ui/page-tabs.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import styles from '../console.module.css'
import { operatorCopy } from '../copy.ts'
import { DepositTable } from './deposit-table.tsx'
import { UnmatchedTable } from './unmatched-table.tsx'

const text = operatorCopy.deposits

export default function DepositsPage() {
  return (
    <div className={styles.page}>
      <PageTitle documentTitle={text.title} lead={text.lead}>
        {text.title}
      </PageTitle>
      <PageTabs
        label={text.title}
        tabs={[
          { value: 'deposits', label: text.tab, content: <DepositTable /> },
          { value: 'unmatched', label: text.unmatchedTab, content: <UnmatchedTable /> },
        ]}
      />
    </div>
  )
}
