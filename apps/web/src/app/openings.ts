import { copy } from '../lib/copy.ts'
import { dashboardCopy } from '../lib/dashboard-copy.ts'
import { teamCopy } from '../lib/team-copy.ts'
import type { ScreenPath } from './screen-code.tsx'

export type Opening = {
  title: string
  /** Where the browser's tab says something else. */
  documentTitle?: string
  lead?: string
  /** What stands in the first card from the start. */
  card?: { heading: string; text: string }
  /** Where its code begins. */
  code: string
}

const { overview, transactions, transfer, deposit, withdraw, donate, referral } = dashboardCopy

/** What the page itself shows and asks for, before any code has come. For those who are signed in. */
export const MEMBER_OPENINGS: Record<ScreenPath, Opening> = {
  '/dashboard': {
    title: overview.title,
    documentTitle: overview.documentTitle,
    code: 'features/overview/overview-page.tsx',
  },
  '/dashboard/transactions': {
    title: transactions.title,
    documentTitle: transactions.tab,
    code: 'features/transactions/transactions-page.tsx',
  },
  '/dashboard/fund-transfer': { title: transfer.title, code: 'features/fund-transfer/fund-transfer-page.tsx' },
  '/dashboard/network': {
    title: teamCopy.network.title,
    card: { heading: referral.title, text: referral.hint },
    code: 'features/network/network-page.tsx',
  },
  '/dashboard/deposit': { title: deposit.title, code: 'features/deposit/deposit-page.tsx' },
  '/dashboard/withdraw': { title: withdraw.title, code: 'features/withdraw/withdraw-page.tsx' },
  '/dashboard/donate': { title: donate.title, code: 'features/donate/donate-page.tsx' },
  '/dashboard/reports': { title: teamCopy.reports.title, code: 'features/reports/reports-page.tsx' },
  '/dashboard/setting': { title: copy.settings.title, code: 'features/settings/settings-page.tsx' },
}

const signIn: Opening = { ...headOf(copy.signIn), code: 'features/sign-in/sign-in-page.tsx' }

/** For everybody else. */
export const VISITOR_OPENINGS: Record<string, Opening> = {
  '': signIn,
  '/signin': signIn,
  '/signup': { ...headOf(copy.signUp), code: 'features/sign-up/sign-up-page.tsx' },
  '/forgot-password': { ...headOf(copy.forgotPassword), code: 'features/forgot-password/forgot-password-page.tsx' },
}

function headOf({ title, lead }: { title: string; lead: string }): { title: string; lead: string } {
  return { title, lead }
}

export const DASHBOARD_CODE = 'app/dashboard-screens.tsx'
