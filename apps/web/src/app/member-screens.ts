import { agreement } from '../features/agreement/screen.ts'
import { deposit } from '../features/deposit/screen.ts'
import { donate } from '../features/donate/screen.ts'
import { fundTransfer } from '../features/fund-transfer/screen.ts'
import { inbox } from '../features/inbox/screen.ts'
import { network } from '../features/network/screen.ts'
import { overview } from '../features/overview/screen.ts'
import { reports } from '../features/reports/screen.ts'
import { settings } from '../features/settings/screen.ts'
import { support } from '../features/support/screen.ts'
import { transactions } from '../features/transactions/screen.ts'
import { verify } from '../features/verify/screen.ts'
import { withdraw } from '../features/withdraw/screen.ts'
import { lazyScreen } from './lazy-screen.tsx'

/** The dashboard's menu. */
export const MENU_SCREENS = [
  overview,
  transactions,
  fundTransfer,
  network,
  deposit,
  withdraw,
  donate,
  reports,
  settings,
].map(lazyScreen)

/** Below the menu, beside Logout. */
export const HELP_SCREEN = lazyScreen(support)

/** The dashboard's screens: the menu's, help, that of the bell, that of the overview's line about proofs, and that of documents to agree to. Routes, page shell, prefetch and browser tests follow from it. */
export const MEMBER_SCREENS = [
  ...MENU_SCREENS,
  HELP_SCREEN,
  lazyScreen(inbox),
  lazyScreen(verify),
  lazyScreen(agreement),
]
