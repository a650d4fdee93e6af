import type { Page } from '@playwright/test'

export type Screen = {
  name: string
  path: string
  /** Brings the page to what is worth showing. */
  act?: (page: Page) => Promise<void>
  /** Shown in the guide. */
  best?: true
}

/** Every screen there is. */
export const SCREENS: readonly Screen[] = [
  { name: 'sign-in', path: '/signin', best: true },
  { name: 'sign-up', path: '/signup' },
  { name: 'forgot-password', path: '/forgot-password' },
  { name: 'reset-password', path: '/reset-password/some-token' },
  { name: 'not-found', path: '/no/such/page' },
  { name: 'overview', path: '/dashboard', best: true },
  { name: 'transactions', path: '/dashboard/transactions' },
  { name: 'network', path: '/dashboard/network', best: true },
  { name: 'fund-transfer', path: '/dashboard/fund-transfer' },
  { name: 'transfer-history', path: '/dashboard/fund-transfer?tab=history' },
  { name: 'deposit', path: '/dashboard/deposit' },
  { name: 'withdraw', path: '/dashboard/withdraw' },
  { name: 'donate', path: '/dashboard/donate' },
  { name: 'reports-referrals', path: '/dashboard/reports' },
  { name: 'reports-earning', path: '/dashboard/reports?tab=earning', best: true },
  { name: 'reports-performance', path: '/dashboard/reports?tab=performance' },
  { name: 'reports-tree', path: '/dashboard/reports?tab=tree', act: openOutline },
  { name: 'reports-graph', path: '/dashboard/reports?tab=graph', act: openGraph, best: true },
  { name: 'settings-profile', path: '/dashboard/setting' },
  { name: 'settings-security', path: '/dashboard/setting?tab=security' },
  { name: 'console-overview', path: '/operator', best: true },
  { name: 'console-withdrawals', path: '/operator/withdrawals?show=all', best: true },
  { name: 'console-proposals', path: '/operator/proposals' },
  { name: 'console-deposits', path: '/operator/deposits' },
  { name: 'console-unmatched', path: '/operator/deposits?tab=unmatched' },
  { name: 'console-members', path: '/operator/members' },
  { name: 'console-member', path: '/operator/members/2', best: true },
  { name: 'console-programme', path: '/operator/programme', act: openEditor, best: true },
  { name: 'console-ledger', path: '/operator/ledger' },
  { name: 'console-journal', path: '/operator/ledger/journals/100' },
  { name: 'console-audit', path: '/operator/audit' },
  { name: 'console-exports', path: '/operator/exports' },
  { name: 'console-settings', path: '/operator/settings' },
]

async function openEditor(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^New version/ })
    .first()
    .click()
}

async function openOutline(page: Page): Promise<void> {
  const branch = page.getByRole('treeitem', { expanded: false }).first()
  if (await branch.isVisible()) await branch.click()
}

async function openGraph(page: Page): Promise<void> {
  const chart = page.getByRole('group', { name: 'Team tree graph' })
  await chart.scrollIntoViewIfNeeded()
  const branch = chart.getByRole('button', { expanded: false }).nth(1)
  if (!(await branch.isVisible())) return
  await branch.focus()
  await page.keyboard.press('Enter')
  await chart.getByRole('button', { expanded: true }).nth(1).waitFor()
}
