import { dashboardCopy } from '../../lib/dashboard-copy.ts'
import type { Transaction } from '../../lib/transactions-api.ts'
import { AgreementGate } from '../../ui/agreement-gate.tsx'
import styles from '../../ui/money-screen.module.css'
import { ProgressLine } from '../../ui/progress-line.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { TransactionTable } from '../../ui/transaction-table.tsx'
import { depositCopy } from './copy.ts'
import { DepositAddress } from './deposit-address.tsx'

const text = depositCopy

export default function DepositPage() {
  return (
    <div className={styles.page}>
      <ScreenTitle />
      <div className={styles.form}>
        <AgreementGate>
          <DepositAddress />
        </AgreementGate>
      </div>
      <section className={styles.section}>
        <h2>{text.section}</h2>
        <TransactionTable type="Deposit" progress={(transaction) => <Confirmations {...transaction} />} />
      </section>
    </div>
  )
}

function Confirmations({ status, confirmations }: Transaction) {
  if (status !== 2 || !confirmations) return null
  const seen = Math.min(confirmations.seen, confirmations.needed)
  return (
    <ProgressLine done={seen} all={confirmations.needed}>
      {dashboardCopy.transactions.confirmations(seen, confirmations.needed)}
    </ProgressLine>
  )
}
