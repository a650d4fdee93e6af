import { dashboardCopy } from '../../lib/dashboard-copy.ts'
import { useProfileQuery } from '../../lib/profile-api.ts'
import { AgreementGate } from '../../ui/agreement-gate.tsx'
import { Card } from '../../ui/card.tsx'
import { Explained } from '../../ui/explained.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Money } from '../../ui/money.tsx'
import styles from '../../ui/money-screen.module.css'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TransactionTable } from '../../ui/transaction-table.tsx'
import { withdrawCopy } from './copy.ts'
import { LevelLimits } from './level-limits.tsx'
import { WithdrawForm } from './withdraw-form.tsx'
import { WithdrawalProgress } from './withdrawal-progress.tsx'

const text = withdrawCopy

export default function WithdrawPage() {
  const { data, isError, refetch } = useProfileQuery()
  const waiting = <Skeleton width={96} height={18} />
  return (
    <div className={styles.page}>
      <ScreenTitle />
      <div className={styles.form}>
        <Card>
          <div className={styles.limits}>
            <p className={styles.limit}>
              {text.minimum}{' '}
              <strong>
                {data ? (
                  <Explained figure="min_withdrawal">
                    <Money amount={data.limits.min_withdrawal} />
                  </Explained>
                ) : (
                  waiting
                )}
              </strong>
            </p>
            <p className={`${styles.limit} ${styles.green}`}>
              {text.available}{' '}
              <strong>
                {data ? (
                  <Explained figure="available">
                    <Money amount={data.balances.balance} />
                  </Explained>
                ) : (
                  waiting
                )}
              </strong>
            </p>
          </div>
          {data?.limits.level ? <LevelLimits limit={data.limits.level} /> : null}
          {isError && !data ? (
            <LoadFailure text={dashboardCopy.blocks.failed} retryLabel={dashboardCopy.blocks.retry} onRetry={refetch} />
          ) : null}
          <AgreementGate>
            <WithdrawForm member={data} />
          </AgreementGate>
        </Card>
      </div>
      <section className={styles.section}>
        <h2>{text.section}</h2>
        <TransactionTable type="Withdrawal" progress={(transaction) => <WithdrawalProgress {...transaction} />} />
      </section>
    </div>
  )
}
