import { lazy, Suspense } from 'react'
import IconBinaryTree from '~icons/tabler/binary-tree'
import IconChartBar from '~icons/tabler/chart-bar'
import IconCoins from '~icons/tabler/coins'
import IconListTree from '~icons/tabler/list-tree'
import IconUsers from '~icons/tabler/users'
import { copy } from '../../lib/copy.ts'
import { useScreen } from '../../lib/current-screen.ts'
import type { Icon } from '../../lib/screen.ts'
import { PageTabs } from '../../ui/page-tabs.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { reportsCopy } from './copy.ts'
import { DirectReferrals } from './direct-referrals.tsx'
import styles from './reports.module.css'

const EarningReport = lazy(() => import('./earning/earning-report.tsx'))
const PerformanceReport = lazy(() => import('./performance/performance-report.tsx'))
const TreeOutline = lazy(() => import('./tree/tree-outline.tsx'))
const TreeGraph = lazy(() => import('./tree/tree-graph.tsx'))

const text = reportsCopy.reports

export default function ReportsPage() {
  const { title } = useScreen()
  return (
    <div className={styles.page}>
      <ScreenTitle />
      <PageTabs
        label={title}
        tabs={[
          { value: 'referrals', label: text.directReferrals, icon: icon(IconUsers), content: <DirectReferrals /> },
          { value: 'earning', label: text.earning, icon: icon(IconCoins), content: <Lazy of={EarningReport} /> },
          {
            value: 'performance',
            label: text.performance,
            icon: icon(IconChartBar),
            content: <Lazy of={PerformanceReport} />,
          },
          { value: 'tree', label: text.teamTree, icon: icon(IconListTree), content: <Lazy of={TreeOutline} /> },
          { value: 'graph', label: text.teamTreeGraph, icon: icon(IconBinaryTree), content: <Lazy of={TreeGraph} /> },
        ]}
      />
    </div>
  )
}

const icon = (Icon: Icon) => <Icon size={18} aria-hidden="true" />

/** Each tab brings its own code, and waits in its own place: the tabs themselves stay. */
function Lazy({ of: Report }: { of: typeof EarningReport }) {
  return (
    <Suspense fallback={<Waiting />}>
      <Report />
    </Suspense>
  )
}

function Waiting() {
  return (
    <div role="status" aria-label={copy.common.loading} className={styles.waiting}>
      <Skeleton height={120} />
      <Skeleton height={480} />
    </div>
  )
}
