import type { Page } from '@playwright/test'
import { expectNoViolations } from './axe.ts'
import { makeDonation } from './console.ts'
import { openAs } from './operators.ts'
import { settled } from './people.ts'
import { pathsOf, SCREENS } from './screens.ts'
import { within } from './slowdown.ts'
import { expect as expectWithin, test } from './test.ts'

const expect = expectWithin.configure(within(30_000))
test.describe.configure(within(240_000))

// Several per window: opening a window costs more than checking a screen.
const IN_ONE_WINDOW = 5
const PATHS = [...pathsOf(SCREENS.console), '/operator/no-such-screen']
const WINDOWS = Array.from({ length: Math.ceil(PATHS.length / IN_ONE_WINDOW) }, (_, index) =>
  PATHS.slice(index * IN_ONE_WINDOW, (index + 1) * IN_ONE_WINDOW),
)

for (const paths of WINDOWS)
  test(
    `axe finds nothing in light and dark, and nothing is too wide: ${paths.join(', ')}`,
    { tag: '@axe' },
    async ({ page, oscar }) => {
      await openAs(page, oscar, '/favicon.svg')
      for (const screen of paths) {
        await page.goto(screen)
        await expectNothingWrong(page, screen)
      }
    },
  )

test('axe finds nothing in the sheets and in the editor of the programme', { tag: '@axe' }, async ({ page, oscar }) => {
  await openAs(page, oscar, '/operator/members/2')
  await page.getByRole('button', { name: 'Propose adjustment' }).click()
  await expectNothingWrong(page, 'adjustment')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.goto('/operator/reserves')
  await page.getByRole('button', { name: 'Declare address' }).click()
  await expectNothingWrong(page, 'own funding address')
  await page.goto(`/operator/ledger/journals/${await makeDonation(page, oscar)}`)
  await page.getByRole('button', { name: 'Reverse…' }).click()
  await expect(page.getByRole('table', { name: 'What it would change' })).toHaveAttribute('data-state', 'filled')
  await expectNothingWrong(page, 'reversal')
  await page.goto('/operator/programme')
  await page
    .getByRole('button', { name: /^New version/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Dry run on real history' }).click()
  await expect(page.getByRole('heading', { name: 'Who would have got what' })).toBeVisible()
  await expectNothingWrong(page, 'editor')
})

async function expectNothingWrong(page: Page, screen: string): Promise<void> {
  await settled(page)
  const wide = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(wide, `${screen} is wider than the screen`).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)
  await expectNoViolations(page, screen)
}

test('the console can be reached and left with the keyboard alone', { tag: '@keyboard' }, async ({ page, oscar }) => {
  await openAs(page, oscar, '/operator')
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.getByRole('link', { name: 'Settings', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeFocused()
  await page.getByRole('button', { name: 'Pause payouts' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Reason')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Pause payouts' })).toBeFocused()
})

test('members download nothing of the console', async ({ page }) => {
  await page.goto('/signin')
  await settled(page)
  const urls = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  const loaded = urls.filter((url) => url.endsWith('.js'))
  expect(loaded.length).toBeGreaterThan(0)
  for (const url of loaded) expect(await (await page.request.get(url)).text(), url).not.toContain('Two-person acts')
})
