import type { Locator } from '@playwright/test'
import { expectNoCutWords } from './cut-words.ts'
import { MEMBER_REPLIES } from './longest/member-replies.ts'
import { SUPPORT_REPLIES } from './longest/support-replies.ts'
import { LONG } from './longest/values.ts'
import { enterAsSample } from './members.ts'
import { answerWith, expectFilledTablesFit, type TableScreen } from './longest/screens.ts'
import { tabTo } from './people.ts'
import { expect, test } from './test.ts'

const MEMBER_SCREENS: TableScreen[] = [
  { path: '/dashboard', tables: 1 },
  { path: '/dashboard/transactions', tables: 3 },
  { path: '/dashboard/fund-transfer?tab=history', tables: 1 },
  { path: '/dashboard/network', tables: 2 },
  { path: '/dashboard/deposit', tables: 1 },
  { path: '/dashboard/withdraw', tables: 1 },
  { path: '/dashboard/donate', tables: 1 },
  { path: '/dashboard/setting?tab=security', tables: 1 },
  { path: '/dashboard/support', tables: 1 },
  { path: '/dashboard/reports', tables: 1 },
  { path: '/dashboard/reports?tab=earning', tables: 1 },
  { path: '/dashboard/reports?tab=performance', tables: 1 },
]

test(
  'with the longest data, tables stay in their cards, and no word is cut off',
  { tag: '@desk-only' },
  async ({ page }) => {
    await answerWith(page, { ...MEMBER_REPLIES, ...SUPPORT_REPLIES })
    await enterAsSample(page)
    for (const screen of MEMBER_SCREENS) {
      await page.goto(screen.path)
      await expectFilledTablesFit(page, screen)
      await expectNoCutWords(page, screen.path)
    }
  },
)

test('a truncated id is complete when focused and when copied', async ({ page }) => {
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

/** The text drawn beside it, if any. */
const shownBeside = (element: Locator): Promise<string> =>
  element.evaluate((each) => {
    const { content, display } = getComputedStyle(each, '::after')
    return display === 'none' || content === 'none' ? '' : (JSON.parse(content) as string)
  })
