import { newMember, openAs } from './members.ts'
import { settled } from './people.ts'
import { expect, expectToast, test } from './test.ts'

test('the last control of a page can be reached while three toasts are shown', async ({ page, request, isMobile }) => {
  await openAs(page, await newMember(request), '/withdraw')
  await settled(page)
  // They stay while the clock is stopped.
  const now = Date.now()
  await page.clock.install({ time: now })
  await page.clock.pauseAt(now + 1000)
  for (const amount of ['11', '12', '13']) {
    await page.getByPlaceholder('Enter your amount USD').fill(amount)
    await page.getByPlaceholder('Enter your withdraw wallet address').fill('0x8ba1f109551bD432803012645Ac136ddd64DBA72')
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByRole('button', { name: `Withdraw $${amount}.00000` }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
    await page.clock.runFor(500)
  }
  await expectToast(page, /./, 3)
  const toasts = page.locator('[data-sonner-toast][data-visible="true"][data-removed="false"]')
  await expect(toasts).toHaveCount(3)

  const room = () => page.evaluate(() => Number.parseFloat(getComputedStyle(document.body).paddingBottom))
  const topmost = await toasts.evaluateAll((all) => Math.min(...all.map((each) => each.getBoundingClientRect().top)))
  const height = page.viewportSize()?.height ?? 0
  if (isMobile) expect(await room()).toBeGreaterThanOrEqual(height - topmost)

  const last = page.locator('main :is(a, button):visible').last()
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  const box = await last.boundingBox()
  if (isMobile) expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(topmost)
  await last.click({ trial: true })
  // Where the attempt to click has scrolled it to.
  const resting = (await last.boundingBox())?.y

  await test.step('the room goes with them, and nothing moves under a finger', async () => {
    await page.clock.runFor(6000)
    await expect(toasts).toHaveCount(0)
    expect((await last.boundingBox())?.y).toBe(resting)
    await page.evaluate(() => window.scrollTo(0, 0))
    await expect.poll(room).toBe(0)
  })
})
