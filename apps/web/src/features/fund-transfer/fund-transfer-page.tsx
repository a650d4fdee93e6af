import { useState } from 'react'
import { useSearchParams } from 'react-router'
import IconCircleCheck from '~icons/tabler/circle-check'
import IconHistory from '~icons/tabler/history'
import IconSend from '~icons/tabler/send'
import { useScreen } from '../../lib/current-screen.ts'
import { AgreementGate } from '../../ui/agreement-gate.tsx'
import styles from '../../ui/money-screen.module.css'
import { PageTabs } from '../../ui/page-tabs.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { transferCopy } from './copy.ts'
import { TransferForm } from './transfer-form.tsx'
import { TransferHistory } from './transfer-history.tsx'
import { TransferSuccess, type SentTransfer } from './transfer-success.tsx'

const text = transferCopy

export default function FundTransferPage() {
  const { title } = useScreen()
  const [sent, setSent] = useState<SentTransfer | null>(null)
  const [, setQuery] = useSearchParams()
  return (
    <div className={styles.page}>
      <ScreenTitle />
      <PageTabs
        label={title}
        tabs={[
          {
            value: 'dashboard',
            label: text.formTab,
            icon: <IconSend size={18} aria-hidden="true" />,
            content: (
              <AgreementGate>
                <TransferForm
                  onSent={(transfer) => {
                    setSent(transfer)
                    setQuery({ tab: 'success' }, { replace: true })
                  }}
                />
              </AgreementGate>
            ),
            keep: true,
          },
          {
            value: 'success',
            label: text.successTab,
            icon: <IconCircleCheck size={18} aria-hidden="true" />,
            content: <TransferSuccess sent={sent} onAgain={() => setQuery({}, { replace: true })} />,
          },
          {
            value: 'history',
            label: text.historyTab,
            icon: <IconHistory size={18} aria-hidden="true" />,
            content: <TransferHistory />,
          },
        ]}
      />
    </div>
  )
}
