import { expect, test, type Locator, type Page } from '@playwright/test'
import { CONSOLE_REPLIES } from './longest/console-replies.ts'
import { MEMBER_REPLIES } from './longest/member-replies.ts'
import { LONG } from './longest/values.ts'
import { enterAsSample } from './members.ts'
import { openAs, signInAs } from './operators.ts'
import { expectTablesFit } from './overflow.ts'
import { arrived, tabTo } from './people.ts'

type Screen = { path: string; tables: number; act?: (page: Page) => Promise<void> }

const MEMBER_SCREENS: Screen[] = [
  { path: '/dashboard', tables: 1 },
  { path: '/dashboard/transactions', tables: 3 },
  { path: '/dashboard/fund-transfer?tab=history', tables: 1 },
  { path: '/dashboard/network', tables: 2 },
  { path: '/dashboard/deposit', tables: 1 },
  { path: '/dashboard/withdraw', tables: 1 },
  { path: '/dashboard/donate', tables: 1 },
  { path: '/dashboard/reports', tables: 1 },
  { path: '/dashboard/reports?tab=earning', tables: 1 },
  { path: '/dashboard/reports?tab=performance', tables: 1 },
]

const CONSOLE_SCREENS: Screen[] = [
  { path: '/operator', tables: 2, act: (page) => page.getByRole('button', { name: 'Check everything now' }).click() },
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
  { path: '/operator/deposits', tables: 1 },
  { path: '/operator/deposits?tab=unmatched', tables: 1 },
  { path: '/operator/members', tables: 1 },
  { path: '/operator/members/2?tab=statement', tables: 1 },
  { path: '/operator/members/2?tab=withdrawals', tables: 1 },
  { path: '/operator/members/2?tab=sessions', tables: 2 },
  { path: '/operator/members/2?tab=history', tables: 1 },
  { path: '/operator/programme', tables: 3, act: dryRun },
  { path: '/operator/ledger', tables: 2 },
  { path: '/operator/ledger?tab=journals', tables: 1 },
  { path: `/operator/ledger/journals/${LONG.whole - 2}`, tables: 1 },
  { path: '/operator/audit', tables: 1 },
  { path: '/operator/settings', tables: 2 },
]

for (const screen of MEMBER_SCREENS)
  test(`with the longest data, tables stay in their cards: ${screen.path}`, { tag: '@desk-only' }, async ({ page }) => {
    await answerWith(page, MEMBER_REPLIES)
    await enterAsSample(page)
    await page.goto(screen.path)
    await expectFilledTablesFit(page, screen)
  })

for (const screen of CONSOLE_SCREENS)
  test(`with the longest data, tables stay in their cards: ${screen.path}`, { tag: '@desk-only' }, async ({ page }) => {
    await answerWith(page, CONSOLE_REPLIES)
    await openAs(page, await signInAs(page.request, 'Olga Operator'), screen.path)
    await expectFilledTablesFit(page, screen)
  })

test('an id that is cut is whole when it has the focus and when it is copied', async ({ page }) => {
  await answerWith(page, MEMBER_REPLIES)
  await enterAsSample(page)
  await page.goto('/dashboard/fund-transfer?tab=history')
  const ids = page.locator('td [data-whole]')
  for (const [index, whole] of [LONG.reference, LONG.email].entries()) {
    const id = ids.nth(index)
    await tabTo(page, id)
    expect(await shownBeside(id)).toBe(whole)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    for (const select of [true, false]) {
      await page.evaluate(() => navigator.clipboard.writeText(''))
      await id.evaluate((element, all) => {
        getSelection()?.removeAllRanges()
        if (all) getSelection()?.selectAllChildren(element)
      }, select)
      await page.keyboard.press('ControlOrMeta+c')
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(whole)
    }
  }
})

/** What is drawn beside it, if it is drawn. */
const shownBeside = (element: Locator): Promise<string> =>
  element.evaluate((each) => {
    const { content, display } = getComputedStyle(each, '::after')
    return display === 'none' || content === 'none' ? '' : (JSON.parse(content) as string)
  })

async function expectFilledTablesFit(page: Page, { path, tables, act }: Screen): Promise<void> {
  await arrived(page)
  await act?.(page)
  await expect(page.locator('table[data-state="filled"]:visible')).toHaveCount(tables)
  await page.evaluate(() => document.fonts.ready.then(() => true))
  await expectTablesFit(page, path)
}

/** The real server answers everything else. */
async function answerWith(page: Page, replies: Record<string, unknown>): Promise<void> {
  await page.route('**/api/**', async (route) => {
    const path = new URL(route.request().url()).pathname.replace('/api', '')
    if (path === '/operator/overview') {
      const reply = await route.fetch()
      const json = await reply.json()
      json.data.payouts.signers = [
        { address: LONG.address, next_nonce: LONG.whole, stopped: LONG.prose },
        { address: LONG.hash, next_nonce: LONG.whole, stopped: null },
      ]
      return route.fulfill({ response: reply, json })
    }
    return path in replies ? route.fulfill({ json: replies[path] }) : route.fallback()
  })
}

async function dryRun(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^New version/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Dry run on real history' }).click()
}
