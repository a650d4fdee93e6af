import { useScreen } from '../../lib/current-screen.ts'
import { PageTabs } from '../../ui/page-tabs.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import styles from '../console.module.css'
import { depositsCopy } from './copy.ts'
import { DepositTable } from './deposit-table.tsx'
import { UnmatchedTable } from './unmatched-table.tsx'

const text = depositsCopy

export default function DepositsPage() {
  const { title } = useScreen()
  return (
    <div className={styles.page}>
      <ScreenTitle />
      <PageTabs
        label={title}
        tabs={[
          { value: 'deposits', label: text.tab, content: <DepositTable /> },
          { value: 'unmatched', label: text.unmatchedTab, content: <UnmatchedTable /> },
        ]}
      />
    </div>
  )
}
