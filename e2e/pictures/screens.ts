import type { Page } from '@playwright/test'
import { SCREENS, viewsOf } from '../screens.ts'
import type { BusyDay } from './busy-day.ts'

export type Screen = {
  name: string
  path: string
  /** Brings the page into the state to show. */
  act?: ((page: Page) => Promise<void>) | undefined
  /** Shown in the guide. */
  best?: true
}

const ACTS: Record<string, Screen['act']> = {
  'reports-tree': openOutline,
  'reports-graph': openGraph,
  'console-programme': openEditor,
}

/** Every screen. */
export const picturedOn = ({ donation }: BusyDay): readonly Screen[] =>
  [
    ...viewsOf(SCREENS.visitor),
    { name: 'not-found', path: '/no/such/page' },
    { name: 'causes', path: '/causes' },
    { name: 'cause', path: '/causes/clean-water', best: true as const },
    { name: 'cause-unknown', path: '/causes/nothing' },
    { name: 'receipt', path: `/receipts/${donation}` },
    { name: 'receipt-unknown', path: '/receipts/donation-0' },
    { name: 'facts', path: '/facts' },
    { name: 'simulator', path: '/simulator' },
    { name: 'trust', path: '/trust', best: true as const },
    ...viewsOf(SCREENS.member),
    ...viewsOf(SCREENS.console),
  ].map((view) => ({ ...view, act: ACTS[view.name] }))

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
