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
import { SCREEN_CODE } from './screen-code.ts'

type Destination = {
  path: string
  label: string
  icon: Icon
  /** Its chunk is loaded when somebody goes there. */
  screen?: ComponentType
}

/** The dashboard's menu and its routes. A new screen is an entry here and its code in `screen-code.ts`. */
export const DESTINATIONS: Destination[] = [
  {
    path: '/dashboard',
    label: copy.menu.dashboard,
    icon: IconLayoutDashboard,
    screen: lazy(SCREEN_CODE['/dashboard']),
  },
  {
    path: '/dashboard/transactions',
    label: copy.menu.transactions,
    icon: IconReceipt,
    screen: lazy(SCREEN_CODE['/dashboard/transactions']),
  },
  {
    path: '/dashboard/fund-transfer',
    label: copy.menu.fundTransfer,
    icon: IconArrowsExchange,
    screen: lazy(SCREEN_CODE['/dashboard/fund-transfer']),
  },
  {
    path: '/dashboard/network',
    label: copy.menu.network,
    icon: IconSitemap,
    screen: lazy(SCREEN_CODE['/dashboard/network']),
  },
  {
    path: '/dashboard/deposit',
    label: copy.menu.deposit,
    icon: IconArrowDownLeft,
    screen: lazy(SCREEN_CODE['/dashboard/deposit']),
  },
  {
    path: '/dashboard/withdraw',
    label: copy.menu.withdraw,
    icon: IconArrowUpRight,
    screen: lazy(SCREEN_CODE['/dashboard/withdraw']),
  },
  {
    path: '/dashboard/donate',
    label: copy.menu.donate,
    icon: IconHeartHandshake,
    screen: lazy(SCREEN_CODE['/dashboard/donate']),
  },
  {
    path: '/dashboard/reports',
    label: copy.menu.reports,
    icon: IconChartBar,
    screen: lazy(SCREEN_CODE['/dashboard/reports']),
  },
  {
    path: '/dashboard/setting',
    label: copy.menu.setting,
    icon: IconSettings,
    screen: lazy(SCREEN_CODE['/dashboard/setting']),
  },
]
