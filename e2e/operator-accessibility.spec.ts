import { AxeBuilder } from '@axe-core/playwright'
import { expect as expectWithin, test, type Page } from '@playwright/test'
import { openAs, signInAs, type Signed } from './operators.ts'

// In one worker: a code of an operator works once in thirty seconds, so they sign in once for many screens.
test.describe.configure({ mode: 'default', timeout: 240_000 })
const expect = expectWithin.configure({ timeout: 30_000 })

/** An access token lives ten minutes. */
const SESSION_USED_MS = 5 * 60_000
let operator: Signed
let signedInAt = 0

test.beforeEach(async ({ playwright, baseURL }) => {
  if (Date.now() - signedInAt < SESSION_USED_MS) return
  const request = await playwright.request.newContext({ baseURL: baseURL ?? '' })
  operator = await signInAs(request, 'Oscar Operator')
  signedInAt = Date.now()
  await request.dispose()
})

const SCREENS = [
  '/operator',
  '/operator/withdrawals?show=all',
  '/operator/proposals',
  '/operator/deposits',
  '/operator/deposits?tab=unmatched',
  '/operator/members',
  '/operator/members/2',
  '/operator/members/2?tab=statement',
  '/operator/members/2?tab=sessions',
  '/operator/members/2?tab=team',
  '/operator/members/2?tab=history',
  '/operator/programme',
  '/operator/ledger',
  '/operator/ledger?tab=journals',
  '/operator/ledger/journals/100',
  '/operator/audit',
  '/operator/exports',
  '/operator/settings',
  '/operator/no-such-screen',
]

async function violationsOn(page: Page, screen: string): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  return violations.map(({ id, nodes }) => `${screen}: ${id} ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}

for (const screen of SCREENS)
  test(`axe finds nothing on ${screen} in light and dark, and nothing is too wide`, async ({ page }) => {
    await openAs(page, operator, screen)
    await expectNothingWrong(page, screen)
  })

test('axe finds nothing in the sheets and in the editor of the programme', async ({ page }) => {
  await openAs(page, operator, '/operator/members/2')
  await page.getByRole('button', { name: 'Propose adjustment' }).click()
  await expectNothingWrong(page, 'adjustment')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
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
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  const found: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    found.push(...(await violationsOn(page, `${screen} in ${colorScheme}`)))
  }
  const wide = await page.evaluate(() => document.documentElement.scrollWidth)
  if (wide > (page.viewportSize()?.width ?? 0)) found.push(`${screen}: ${wide} pixels wide`)
  expect(found).toEqual([])
}

test('the console is reached and left with the keyboard alone', async ({ page, isMobile }) => {
  test.skip(isMobile, 'phones have no keyboard')
  await openAs(page, operator, '/operator')
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
  const scripts: string[] = []
  page.on('response', async (response) => {
    if (response.request().resourceType() === 'script') scripts.push(await response.text())
  })
  await page.goto('/signin', { waitUntil: 'networkidle' })
  expect(scripts.length).toBeGreaterThan(0)
  expect(scripts.filter((script) => script.includes('Two-person acts'))).toEqual([])
})
