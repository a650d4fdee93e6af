import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { readPdf, readQr } from '../apps/server/src/testing/pdf.ts'
import { expectNoViolations } from './axe.ts'
import { signedIn } from './console.ts'
import { fundedMember, openAs } from './members.ts'
import { call } from './operators.ts'
import { expectNoWiderThan, tabTo } from './people.ts'
import { expect, expectToast, test } from './test.ts'
import { failUntilTriedAgain } from './try-again.ts'

async function donate(page: Page, amount: number): Promise<void> {
  await page.getByLabel('Amount').fill(String(amount))
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByRole('button', { name: `Donate $${amount}.00000` }).click()
  await expectToast(page, /Your donation of/)
}

async function download(page: Page) {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /^Receipt \(PDF\) of \d/ }).click(),
  ])
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
}

test('a member downloads a receipt, and a stranger who scans its code learns that it is genuine', async ({
  page,
  browser,
  request,
}) => {
  const member = await fundedMember(request, 25)
  await openAs(page, member, '/donate')
  await donate(page, 10)
  const { name, bytes } = await download(page)
  const reference = /^receipt-(donation-\w+)\.pdf$/.exec(name)?.[1] ?? ''
  const { title, pages } = await readPdf(bytes)
  expect(title).toBe(`Receipt ${reference}`)
  expect(pages[0]).toContain(member.name)
  await expectNoViolations(page, 'donations with receipts')

  // Where it is another day already, or still.
  const context = await browser.newContext({ timezoneId: 'Pacific/Kiritimati' })
  const stranger = await context.newPage()
  const address = readQr(bytes) ?? ''
  await stranger.goto(new URL(address).pathname)
  await expect(stranger.getByRole('heading', { level: 1, name: 'Verify a Receipt' })).toBeVisible()
  await expect(stranger.getByText('Genuine', { exact: true })).toBeVisible()
  const facts = stranger.getByRole('main').locator('dl')
  const [printed = ''] = /\d+ \w+ \d{4}, \d\d:\d\d UTC/.exec(pages[0] ?? '') ?? []
  for (const fact of [reference, '10.00000', 'Log position', printed]) await expect(facts).toContainText(fact)
  await expect(stranger.locator('body')).not.toContainText(member.name)
  const loaded = await stranger.evaluate(() => performance.getEntriesByType('resource').map(({ name: url }) => url))
  expect(loaded.filter((url) => /\/assets\/(first|state|parts|operator)-/.test(url))).toEqual([])
  await expectNoViolations(stranger, 'a genuine receipt')
  await stranger.setViewportSize({ width: 320, height: 640 })
  await expectNoWiderThan(stranger, 320, 'a genuine receipt')

  await stranger.goto(`/receipts/${reference}0`)
  await expect(stranger.getByText('Unknown', { exact: true })).toBeVisible()
  await expectNoWiderThan(stranger, 320, 'an unknown receipt')
  await context.close()
})

test('a receipt that cannot be looked up can be asked for again', async ({ page }) => {
  await failUntilTriedAgain(page, '**/api/receipts/**')
  await page.goto('/receipts/donation-0')
  await expect(page.getByText('The receipt could not be looked up.')).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Unknown', { exact: true })).toBeVisible()
})

test('a stranger verifies a receipt with the keyboard alone', { tag: '@keyboard' }, async ({ page, request }) => {
  const donor = signedIn(await fundedMember(request, 25))
  const order = { path: '/donations/process', body: { amount: 10 } }
  const { data } = await call<{ data: { donation_id: string } }>(request, donor, order)
  const answer = page.getByRole('main').locator('[aria-live]')

  await test.step('what could not be looked up is asked for again, and the focus waits for the answer', async () => {
    await page.route('**/api/receipts/**', (route) => route.abort(), { times: 1 })
    await page.goto(`/receipts/${data.donation_id}`)
    await tabTo(page, page.getByRole('button', { name: 'Try again' }))
    await page.keyboard.press('Enter')
    await expect(answer).toContainText('Genuine')
    await expect(answer).toBeFocused()
    await expect(answer).toContainText(data.donation_id)
  })

  await test.step('the first stop is the skip link, which leads past the menu', async () => {
    await page.reload()
    await expect(answer).toContainText('Genuine')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeInViewport()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
  })

  await test.step('the menu leads to the causes and back', async () => {
    const causes = page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'All causes' })
    await tabTo(page, causes, 'Shift+Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Causes')
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Verify a Receipt')
    await expect(answer).toContainText('Genuine')
  })
})
