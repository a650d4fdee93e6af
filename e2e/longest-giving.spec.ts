import type { Page } from '@playwright/test'
import { expectNoViolations } from './axe.ts'
import { GIVING_REPLIES } from './longest/giving-replies.ts'
import { answerWith } from './longest/screens.ts'
import { LONG } from './longest/values.ts'
import { enterAsSample } from './members.ts'
import { expectNoWiderThan } from './people.ts'
import { expect, test } from './test.ts'

const WIDTHS = [320, 375, 1440]

async function expectItFits(page: Page, screen: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoWiderThan(page, width, screen)
  }
  await expectNoViolations(page, screen)
}

// The pages come with the server's own data, and ask for newer figures after a moment.
for (const path of ['/causes', '/causes/longest', '/receipts/longest'])
  test(`with the longest data, strangers' pages fit: ${path}`, { tag: '@desk-only' }, async ({ page }) => {
    await answerWith(page, GIVING_REPLIES)
    await page.goto(path)
    await expect(page.getByRole('main').getByText(LONG.unbroken).first()).toBeVisible({ timeout: 20_000 })
    await expectItFits(page, path)
    // Half a figure in the next line is read as another one.
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      expect(await page.getByRole('main').locator('dd:has([class*=amount])').evaluateAll(linesOf)).not.toContain(2)
    }
  })

const linesOf = (shown: Element[]): number[] =>
  shown.map((one) => Math.round(one.clientHeight / Number.parseFloat(getComputedStyle(one).lineHeight)))

test("with the longest data, the inbox and the donate screen's cause fit", { tag: '@desk-only' }, async ({ page }) => {
  await answerWith(page, GIVING_REPLIES)
  await enterAsSample(page)
  await page.goto('/dashboard/inbox')
  await expect(page.getByRole('list', { name: 'Inbox' }).getByRole('listitem')).toHaveCount(2)
  await expectItFits(page, 'inbox')
  await page.goto('/dashboard/donate')
  await page.getByLabel('Cause', { exact: true }).selectOption(LONG.unbroken)
  await expect(page.getByRole('heading', { level: 2, name: LONG.unbroken })).toBeVisible()
  await expectItFits(page, 'donate')
  await page.getByRole('button', { name: /^Inbox/ }).click()
  await expect(page.getByRole('dialog', { name: 'Inbox' }).getByRole('listitem')).toHaveCount(2)
  await expectNoViolations(page, 'inbox panel')
})
