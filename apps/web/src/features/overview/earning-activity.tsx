import { Link } from 'react-router'
import { dashboardCopy } from '../../lib/dashboard-copy.ts'
import { useStagesQuery } from '../../lib/stages-api.ts'
import { earningWindow } from '../../lib/standing.ts'
import { ActivityTable } from '../../ui/activity-table.tsx'
import { Explained } from '../../ui/explained.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Money } from '../../ui/money.tsx'
import { StatCard } from '../../ui/stat-card.tsx'
import { overviewCopy } from './copy.ts'
import type { Member } from './member.ts'
import styles from './overview.module.css'

const text = overviewCopy
const ROWS_MAX = 6

export function EarningActivity({ member }: { member: Member | undefined }) {
  const { data: stages, isError, refetch } = useStagesQuery()
  return (
    <div className={styles.stack}>
      <StatCard
        title={text.earning}
        value={
          member && stages ? (
            <Explained figure="earning_threshold">
              <Money amount={earningWindow(stages, member).left} />
            </Explained>
          ) : undefined
        }
        description={text.earningText}
      >
        {isError && !stages ? (
          <LoadFailure text={dashboardCopy.blocks.failed} retryLabel={dashboardCopy.blocks.retry} onRetry={refetch} />
        ) : null}
      </StatCard>
      <ActivityTable
        caption={text.activity}
        emptyText={text.activityEmpty}
        emptyHint={text.activityHint}
        rowsMax={ROWS_MAX}
        tools={
          <Link to="/dashboard/transactions" className={styles.all}>
            {text.allActivity}
          </Link>
        }
      />
    </div>
  )
}
