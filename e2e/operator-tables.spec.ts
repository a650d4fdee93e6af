import type { Page } from '@playwright/test'
import { CONSOLE_REPLIES } from './longest/console-replies.ts'
import { DOCUMENTS_REPLIES } from './longest/documents-replies.ts'
import { GIVING_REPLIES } from './longest/giving-replies.ts'
import { LONGEST_ENDPOINT, PROGRAMS_REPLIES } from './longest/programs-replies.ts'
import { SCREENING_REPLIES } from './longest/screening-replies.ts'
import { SUPPORT_REPLIES } from './longest/support-replies.ts'
import { answerWith, expectFilledTablesFit, type TableScreen } from './longest/screens.ts'
import { LONG } from './longest/values.ts'
import { openAs } from './operators.ts'
import { expectNoWiderThan } from './people.ts'
import { expect, test } from './test.ts'

const CONSOLE_SCREENS: TableScreen[] = [
  { path: '/operator', tables: 4, act: (page) => page.getByRole('button', { name: 'Check everything now' }).click() },
  { path: '/operator/withdrawals?show=all', tables: 1 },
  {
    path: '/operator/withdrawals',
    tables: 3,
    act: (page) =>
      page
        .getByRole('button', { name: /^Details/ })
        .first()
        .click(),
  },
  { path: '/operator/proposals', tables: 1 },
  { path: '/operator/cases', tables: 1 },
  { path: '/operator/screening', tables: 2 },
  { path: '/operator/deposits', tables: 1 },
  { path: '/operator/deposits?tab=unmatched', tables: 1 },
  { path: '/operator/reserves', tables: 3 },
  { path: '/operator/epochs', tables: 1 },
  { path: '/operator/members', tables: 1 },
  { path: '/operator/members/2?tab=statement', tables: 1 },
  { path: '/operator/members/2?tab=withdrawals', tables: 1 },
  { path: '/operator/members/2?tab=sessions', tables: 2 },
  { path: '/operator/members/2?tab=security', tables: 1 },
  { path: '/operator/members/2?tab=screening', tables: 1 },
  { path: '/operator/members/2?tab=agreements', tables: 1 },
  { path: '/operator/members/2?tab=history', tables: 1 },
  { path: '/operator/documents', tables: 1 },
  { path: '/operator/causes', tables: 1 },
  {
    path: '/operator/causes/2',
    tables: 1,
    act: async (page) => {
      await page.getByRole('button', { name: 'Pay out' }).click()
      await page.getByLabel('Amount in $').fill('1')
    },
  },
  { path: '/operator/programme', tables: 3, act: dryRun },
  { path: '/operator/ledger', tables: 2 },
  { path: '/operator/ledger?tab=journals', tables: 1 },
  { path: `/operator/ledger/journals/${LONG.whole - 2}`, tables: 1 },
  {
    path: `/operator/ledger/journals/${LONG.whole - 2}`,
    tables: 3,
    act: (page) => page.getByRole('button', { name: 'Reverse…' }).click(),
  },
  { path: '/operator/audit', tables: 1 },
  { path: '/operator/recovery', tables: 1 },
  { path: '/operator/recovery', tables: 2, act: (page) => page.getByRole('button', { name: /^Book/ }).click() },
  { path: '/operator/programs', tables: 2 },
  {
    path: `/operator/programs/webhooks/${LONGEST_ENDPOINT}`,
    tables: 2,
    act: (page) =>
      page
        .getByRole('button', { name: /^Details/ })
        .first()
        .click(),
  },
  { path: '/operator/settings', tables: 2 },
]

// Several per window: opening a window costs more than looking at a screen.
const IN_ONE_WINDOW = 11
const WINDOWS = Array.from({ length: Math.ceil(CONSOLE_SCREENS.length / IN_ONE_WINDOW) }, (_, index) =>
  CONSOLE_SCREENS.slice(index * IN_ONE_WINDOW, (index + 1) * IN_ONE_WINDOW),
)

for (const screens of WINDOWS)
  test(
    `with the longest data, tables stay in their cards: ${screens.map(({ path }) => path).join(', ')}`,
    { tag: '@desk-only' },
    async ({ page, olga }) => {
      await answerWith(page, {
        ...CONSOLE_REPLIES,
        ...GIVING_REPLIES,
        ...PROGRAMS_REPLIES,
        ...SCREENING_REPLIES,
        ...SUPPORT_REPLIES,
        ...DOCUMENTS_REPLIES,
      })
      await openAs(page, olga, '/favicon.svg')
      for (const screen of screens) {
        await page.goto(screen.path)
        await expectFilledTablesFit(page, screen)
      }
    },
  )

test('with the longest data, the updates of a cause fit', { tag: '@desk-only' }, async ({ page, olga }) => {
  await answerWith(page, { ...CONSOLE_REPLIES, ...GIVING_REPLIES })
  await openAs(page, olga, '/operator/causes/2?tab=updates')
  await expect(page.getByText(LONG.hash).first()).toBeVisible()
  for (const width of [320, 375, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoWiderThan(page, width)
  }
})

async function dryRun(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^New version/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Dry run on real history' }).click()
}
