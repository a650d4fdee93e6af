import IconCoins from '~icons/tabler/coins'
import IconPlant2 from '~icons/tabler/plant-2'
import IconUserCheck from '~icons/tabler/user-check'
import { useProfileQuery } from '../../lib/profile-api.ts'
import { Explained } from '../../ui/explained.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Money } from '../../ui/money.tsx'
import { StatCard } from '../../ui/stat-card.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import { networkCopy } from './copy.ts'
import styles from './network-page.module.css'

const text = networkCopy.network

/** Where the member stands. */
export function ProgressCards() {
  const { data, isError, refetch } = useProfileQuery()
  return (
    <section className={styles.section}>
      <h2 className={styles.heading}>{text.progressTitle}</h2>
      {isError && !data ? (
        <LoadFailure text={text.notLoaded} retryLabel={text.retry} onRetry={refetch} />
      ) : (
        <div className={styles.cards}>
          <StatCard
            title={text.currentStage}
            icon={<IconPlant2 aria-hidden="true" />}
            value={data && <Explained figure="stage">{text.stage(data.profile.stage)}</Explained>}
          />
          <StatCard
            title={text.status}
            icon={<IconUserCheck aria-hidden="true" />}
            value={
              data && (
                <Explained figure="status">
                  <StatusDot tone={data.profile.status === 'active' ? 'positive' : 'calm'}>
                    {text.statuses[data.profile.status]}
                  </StatusDot>
                </Explained>
              )
            }
          />
          <StatCard
            title={text.earning}
            icon={<IconCoins aria-hidden="true" />}
            value={
              data && (
                <Explained figure="total_earn">
                  <Money amount={data.stats.total_earn} />
                </Explained>
              )
            }
          />
        </div>
      )}
    </section>
  )
}
