import { lazy, type ComponentType } from 'react'
import IconAdjustments from '~icons/tabler/adjustments'
import IconArrowDownLeft from '~icons/tabler/arrow-down-left'
import IconArrowUpRight from '~icons/tabler/arrow-up-right'
import IconBook2 from '~icons/tabler/book-2'
import IconDownload from '~icons/tabler/download'
import IconGauge from '~icons/tabler/gauge'
import IconHistory from '~icons/tabler/history'
import IconSettings from '~icons/tabler/settings'
import IconUsers from '~icons/tabler/users'
import IconUsersGroup from '~icons/tabler/users-group'
import { operatorCopy } from '../operator/copy.ts'
import type { Icon } from '../ui/icon.tsx'

type Destination = { path: string; label: string; icon: Icon; screen: ComponentType }

const text = operatorCopy.menu

/** The console's menu and its routes, what waits for somebody first. */
export const OPERATOR_DESTINATIONS: Destination[] = [
  {
    path: '/operator',
    label: text.overview,
    icon: IconGauge,
    screen: lazy(() => import('../operator/overview/overview-page.tsx')),
  },
  {
    path: '/operator/withdrawals',
    label: text.withdrawals,
    icon: IconArrowUpRight,
    screen: lazy(() => import('../operator/withdrawals/withdrawals-page.tsx')),
  },
  {
    path: '/operator/proposals',
    label: text.proposals,
    icon: IconUsersGroup,
    screen: lazy(() => import('../operator/proposals/proposals-page.tsx')),
  },
  {
    path: '/operator/deposits',
    label: text.deposits,
    icon: IconArrowDownLeft,
    screen: lazy(() => import('../operator/deposits/deposits-page.tsx')),
  },
  {
    path: '/operator/members',
    label: text.members,
    icon: IconUsers,
    screen: lazy(() => import('../operator/members/members-page.tsx')),
  },
  {
    path: '/operator/programme',
    label: text.programme,
    icon: IconAdjustments,
    screen: lazy(() => import('../operator/programme/programme-page.tsx')),
  },
  {
    path: '/operator/ledger',
    label: text.ledger,
    icon: IconBook2,
    screen: lazy(() => import('../operator/ledger/ledger-page.tsx')),
  },
  {
    path: '/operator/audit',
    label: text.audit,
    icon: IconHistory,
    screen: lazy(() => import('../operator/audit/audit-page.tsx')),
  },
  {
    path: '/operator/exports',
    label: text.exports,
    icon: IconDownload,
    screen: lazy(() => import('../operator/exports/exports-page.tsx')),
  },
  {
    path: '/operator/settings',
    label: text.settings,
    icon: IconSettings,
    screen: lazy(() => import('../operator/settings/settings-page.tsx')),
  },
]

/** One of something: reached from the lists. */
export const OPERATOR_DETAILS: Pick<Destination, 'path' | 'screen'>[] = [
  {
    path: '/operator/members/:id',
    screen: lazy(() => import('../operator/members/member-page.tsx')),
  },
  {
    path: '/operator/ledger/journals/:id',
    screen: lazy(() => import('../operator/ledger/journal-page.tsx')),
  },
]
