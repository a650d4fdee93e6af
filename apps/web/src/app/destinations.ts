import {
  IconArrowDownLeft,
  IconArrowsExchange,
  IconArrowUpRight,
  IconChartBar,
  IconHeartHandshake,
  IconLayoutDashboard,
  IconReceipt,
  IconSettings,
  IconSitemap,
  type Icon,
} from '@tabler/icons-react'
import { lazy, type ComponentType } from 'react'
import { copy } from '../lib/copy.ts'

type Destination = {
  path: string
  label: string
  icon: Icon
  /** Its chunk is loaded when somebody goes there. */
  screen?: ComponentType
}

/** The dashboard's menu and its routes. A new screen is a new `screen` here, and nothing else. */
export const DESTINATIONS: Destination[] = [
  {
    path: '/dashboard',
    label: copy.menu.dashboard,
    icon: IconLayoutDashboard,
    screen: lazy(() => import('../features/overview/overview-page.tsx')),
  },
  {
    path: '/dashboard/transactions',
    label: copy.menu.transactions,
    icon: IconReceipt,
    screen: lazy(() => import('../features/transactions/transactions-page.tsx')),
  },
  {
    path: '/dashboard/fund-transfer',
    label: copy.menu.fundTransfer,
    icon: IconArrowsExchange,
    screen: lazy(() => import('../features/fund-transfer/fund-transfer-page.tsx')),
  },
  {
    path: '/dashboard/network',
    label: copy.menu.network,
    icon: IconSitemap,
    screen: lazy(() => import('../features/network/network-page.tsx')),
  },
  {
    path: '/dashboard/deposit',
    label: copy.menu.deposit,
    icon: IconArrowDownLeft,
    screen: lazy(() => import('../features/deposit/deposit-page.tsx')),
  },
  {
    path: '/dashboard/withdraw',
    label: copy.menu.withdraw,
    icon: IconArrowUpRight,
    screen: lazy(() => import('../features/withdraw/withdraw-page.tsx')),
  },
  {
    path: '/dashboard/donate',
    label: copy.menu.donate,
    icon: IconHeartHandshake,
    screen: lazy(() => import('../features/donate/donate-page.tsx')),
  },
  {
    path: '/dashboard/reports',
    label: copy.menu.reports,
    icon: IconChartBar,
    screen: lazy(() => import('../features/reports/reports-page.tsx')),
  },
  {
    path: '/dashboard/setting',
    label: copy.menu.setting,
    icon: IconSettings,
    screen: lazy(() => import('../features/settings/settings-page.tsx')),
  },
]
