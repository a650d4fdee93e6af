import type { ComponentType } from 'react'
import IconArrowDownLeft from '~icons/tabler/arrow-down-left'
import IconArrowUpRight from '~icons/tabler/arrow-up-right'
import IconArrowsExchange from '~icons/tabler/arrows-exchange'
import IconChartBar from '~icons/tabler/chart-bar'
import IconHeartHandshake from '~icons/tabler/heart-handshake'
import IconLayoutDashboard from '~icons/tabler/layout-dashboard'
import IconReceipt from '~icons/tabler/receipt'
import IconSettings from '~icons/tabler/settings'
import IconSitemap from '~icons/tabler/sitemap'
import { copy } from '../lib/copy.ts'
import type { Icon } from '../ui/icon.tsx'
import { SCREENS } from './screen-code.tsx'

type Destination = {
  path: string
  label: string
  icon: Icon
  /** Its chunk is loaded when somebody goes there. */
  screen?: ComponentType
}

/**
 * The dashboard's menu and its routes. A new screen is an entry here and its code in `screen-code.tsx`; the compiler then
 * asks for its opening (`openings.ts`) and for what it reads first (`read-ahead.ts`).
 */
export const DESTINATIONS: Destination[] = [
  {
    path: '/dashboard',
    label: copy.menu.dashboard,
    icon: IconLayoutDashboard,
    screen: SCREENS['/dashboard'].Screen,
  },
  {
    path: '/dashboard/transactions',
    label: copy.menu.transactions,
    icon: IconReceipt,
    screen: SCREENS['/dashboard/transactions'].Screen,
  },
  {
    path: '/dashboard/fund-transfer',
    label: copy.menu.fundTransfer,
    icon: IconArrowsExchange,
    screen: SCREENS['/dashboard/fund-transfer'].Screen,
  },
  {
    path: '/dashboard/network',
    label: copy.menu.network,
    icon: IconSitemap,
    screen: SCREENS['/dashboard/network'].Screen,
  },
  {
    path: '/dashboard/deposit',
    label: copy.menu.deposit,
    icon: IconArrowDownLeft,
    screen: SCREENS['/dashboard/deposit'].Screen,
  },
  {
    path: '/dashboard/withdraw',
    label: copy.menu.withdraw,
    icon: IconArrowUpRight,
    screen: SCREENS['/dashboard/withdraw'].Screen,
  },
  {
    path: '/dashboard/donate',
    label: copy.menu.donate,
    icon: IconHeartHandshake,
    screen: SCREENS['/dashboard/donate'].Screen,
  },
  {
    path: '/dashboard/reports',
    label: copy.menu.reports,
    icon: IconChartBar,
    screen: SCREENS['/dashboard/reports'].Screen,
  },
  {
    path: '/dashboard/setting',
    label: copy.menu.setting,
    icon: IconSettings,
    screen: SCREENS['/dashboard/setting'].Screen,
  },
]
