import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { expect, expectToast } from './test.ts'

export const PASSCODE = 'quite a long passcode'

export type Person = { name: string; email: string; privateKey: string }

/** Through the screens, like a visitor. */
export async function signUp(page: Page, name = 'Ada Lovelace'): Promise<Person> {
  const email = `${randomUUID()}@example.org`
  await page.goto('/signup')
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Passcode', { exact: true }).fill(PASSCODE)
  await page.getByRole('button', { name: 'Use code' }).click()
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page).toHaveURL(/\/signup-success$/)
  const privateKey = (await page.getByText(/^tf[0-9a-z]{28}$/).textContent()) ?? ''
  return { name, email, privateKey }
}

export async function signIn(
  page: Page,
  { privateKey }: Pick<Person, 'privateKey'>,
  passcode = PASSCODE,
): Promise<void> {
  await page.goto('/signin')
  await page.getByLabel('Private Key').fill(privateKey)
  await page.getByLabel('Passcode', { exact: true }).fill(passcode)
  await page.getByRole('button', { name: 'Access Dashboard' }).click()
}

/** The application has replaced the page shell. */
export async function arrived(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('#page-shell')).toHaveCount(0)
}

/** Nothing on the screen is loading. What a hidden tab has to load waits until it is opened. */
export async function settled(page: Page): Promise<void> {
  await arrived(page)
  await expect(page.locator('[aria-busy="true"]:visible, [role="status"][aria-label]:visible')).toHaveCount(0)
}

/** From now on changes reach the page by themselves. */
export async function isLive(page: Page): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('data-live', 'on')
}

/**
 * Copies, and returns the copied text. The page's clock is stopped, because the confirmation is shown for only two
 * seconds.
 */
export async function copyWith(page: Page, { button, confirmed }: { button: Locator; confirmed: Locator }) {
  const now = Date.now()
  await page.clock.install({ time: now })
  await page.clock.pauseAt(now + 1000)
  await button.click()
  await expect(confirmed).toBeVisible()
  await page.clock.runFor(1900)
  await expect(confirmed).toBeVisible()
  await page.clock.runFor(200)
  await expect(confirmed).toBeHidden()
  await expect(button).toBeVisible()
  await page.clock.resume()
  return page.evaluate(() => navigator.clipboard.readText())
}

const CODE_MS = 30_000

/**
 * The authenticator's current or next code. A code works once, and is accepted until thirty seconds after its time. So
 * the first use takes the current one, the second the next, and nobody waits.
 */
export const codeOf = (secret: string, which: 'now' | 'next'): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: Date.now() + (which === 'next' ? CODE_MS : 0),
  })

const STOPS_MAX = 60

/** Tabs to an element like a keyboard user, and back again if that led past it. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible()
  for (const way of [key, key === 'Tab' ? 'Shift+Tab' : 'Tab'])
    for (let stops = 0; stops < STOPS_MAX; stops += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return
      await page.keyboard.press(way)
    }
  await expect(target).toBeFocused()
}

/** Tables adapt in the frame after a new size was noticed. Until then they have their old form. */
export const redrawn = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))

export async function expectNoWiderThan(page: Page, width: number, path?: string): Promise<void> {
  await redrawn(page)
  const wide = () => page.evaluate(() => document.documentElement.scrollWidth)
  await expect.poll(wide, path === undefined ? {} : { message: path }).toBeLessThanOrEqual(width)
}

/** The sidebar on wide screens, the slide-in menu on small ones. */
export async function openMenu(page: Page): Promise<void> {
  const isSmall = (page.viewportSize()?.width ?? 0) < 768
  if (isSmall) await page.getByRole('button', { name: 'Open menu' }).click()
}

export async function goTo(page: Page, entry: string): Promise<void> {
  await openMenu(page)
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  await menu.getByRole('link', { name: entry, exact: true }).click()
}

export async function logOut(page: Page): Promise<void> {
  await openMenu(page)
  await page.getByRole('button', { name: 'Logout' }).click()
  await expectToast(page, 'Logged out successfully.')
  await expect(page).toHaveURL(/\/signin$/)
}
