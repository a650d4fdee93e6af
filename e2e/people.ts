import { randomUUID } from 'node:crypto'
import { expect, type Locator, type Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'

export const PASSCODE = 'quite a long passcode'

export type Person = { name: string; email: string; privateKey: string }

/** Through the screens, as anybody would. */
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

/** The application has taken the place of what the page itself shows. */
export async function arrived(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('#opening')).toHaveCount(0)
}

/** On a phone the toasts of the last step lie over what is next for their four seconds, longer under a pointer. */
export async function toastsAreGone(page: Page): Promise<void> {
  await page.mouse.move(1, 1)
  await expect(page.locator('[data-sonner-toast]')).toHaveCount(0, { timeout: 15_000 })
}

const CODE_MS = 30_000
const CODE_ENDS_SOON_MS = 5000

/**
 * What an authenticator app shows, or showed or will show some steps away. A code works once, so each use takes the next
 * that is accepted; the one before is only until this one ends, so near its end the next is waited for.
 */
export async function codeOf(secret: string, steps: number): Promise<string> {
  const left = CODE_MS - (Date.now() % CODE_MS)
  if (left < CODE_ENDS_SOON_MS) await new Promise((resume) => setTimeout(resume, left))
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * CODE_MS })
}

const STOPS_MAX = 60

/** As somebody gets there who has no mouse: one stop after the other, and back again where that led past it. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible()
  for (const way of [key, key === 'Tab' ? 'Shift+Tab' : 'Tab'])
    for (let stops = 0; stops < STOPS_MAX; stops += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return
      await page.keyboard.press(way)
    }
  await expect(target).toBeFocused()
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
  await expect(page.getByText('Logged out successfully.')).toBeVisible()
  await expect(page).toHaveURL(/\/signin$/)
}
