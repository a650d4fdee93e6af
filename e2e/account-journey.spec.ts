import type { Page } from '@playwright/test'
import { codeOf, goTo, logOut, PASSCODE, signIn, signUp } from './people.ts'
import { expect, expectToast, test } from './test.ts'

const NEW_PASSCODE = 'another long passcode'
const LAST_PASSCODE = 'the passcode after the reset'

test('sign up, copy the key, sign in, change name and passcode, set up 2FA, reset by mail, sign in again', async ({
  page,
}) => {
  const person = await test.step('sign up with a code', () => signUp(page))

  await test.step('copy the key', async () => {
    await expect(page.getByRole('heading', { name: 'Success' })).toBeVisible()
    await page.getByRole('button', { name: 'Copy private key' }).click()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(person.privateKey)
    await page.getByRole('link', { name: 'Back to Sign In' }).click()
  })

  await test.step('sign in', async () => {
    await signIn(page, person)
    await expect(page).toHaveURL(/\/dashboard$/)
    const stored = await page.evaluate(() => localStorage.getItem('persist:auth'))
    expect(JSON.parse(stored ?? '{}')).toMatchObject({ user: { email: person.email, role: 'member' } })
    const cookies = await page.context().cookies()
    const days = (name: string) =>
      ((cookies.find((cookie) => cookie.name === name)?.expires ?? 0) - Date.now() / 1000) / 86_400
    for (const name of ['accessToken', 'role', 'trefoil_refresh']) expect(Math.round(days(name)), name).toBe(7)
    expect(cookies.find(({ name }) => name === 'role')).toMatchObject({ value: 'member', sameSite: 'Strict' })
    expect(cookies.find(({ name }) => name === 'trefoil_refresh')?.httpOnly).toBe(true)
  })

  await test.step('change the name', async () => {
    await goTo(page, 'Setting')
    await expect(page.getByRole('heading', { name: 'Account Settings' })).toBeVisible()
    await expect(page.getByText(person.privateKey)).toBeVisible()
    await expect(page.getByText(/^Ada Moreno \([A-Z0-9]+\)$/)).toBeVisible()
    await expect(page.getByText(/levels? below the first$/)).toBeVisible()
    await page.getByRole('button', { name: 'Update Details' }).click()
    await page.getByLabel('Full Name').fill('Ada King')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expectToast(page, 'Profile updated successfully!')
    await expect(page.getByLabel('Full Name')).toBeHidden()
    await expect(page.getByText('Ada King').first()).toBeVisible()
  })

  await test.step('change the passcode', async () => {
    await page.getByRole('tab', { name: 'Security' }).click()
    await page.getByLabel('Current Password', { exact: true }).fill('not my passcode')
    await page.getByLabel('New Password', { exact: true }).fill(NEW_PASSCODE)
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByText('The passcode is not right.')).toBeVisible()
    await expect(page.getByLabel('New Password', { exact: true })).toHaveValue(NEW_PASSCODE)
    await page.getByLabel('Current Password', { exact: true }).fill(PASSCODE)
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expectToast(page, 'Password updated successfully!')
    await expect(page.getByLabel('Current Password', { exact: true })).toHaveValue('')
  })

  const { secret, recoveryCode } = await test.step('set up 2FA', () => setUpTwoFactor(page))

  await test.step('sign out, and in again with a code', async () => {
    await logOut(page)
    expect(await page.evaluate(() => localStorage.length)).toBe(0)
    await signIn(page, person, NEW_PASSCODE)
    await expect(page.getByLabel('Two-factor code')).toBeFocused()
    await page.getByLabel('Two-factor code').fill(codeOf(secret, 'next'))
    await page.getByRole('button', { name: 'Access Dashboard' }).click()
    await expect(page).toHaveURL(/\/dashboard$/)
    await logOut(page)
  })

  await test.step('reset by mail', async () => {
    await page.getByRole('link', { name: 'Forgot Password?' }).click()
    await expect(page.getByRole('heading', { name: 'Reset Your Passcode' })).toBeVisible()
    await page.getByLabel('Email').fill(person.email)
    await page.getByRole('button', { name: 'Submit' }).click()
    await expectToast(page, 'Reset credentials set to your email.')
    await page.goto('/demo/mail')
    const mail = page.getByRole('article').filter({ hasText: person.email })
    await mail.getByRole('link', { name: /reset-password/ }).click()
    await page.getByLabel('Passcode', { exact: true }).fill(LAST_PASSCODE)
    await page.getByLabel('Re-enter your passcode', { exact: true }).fill('something different')
    await page.getByRole('button', { name: 'Reset' }).click()
    await expect(page.getByText('Passcodes do not match')).toBeVisible()
    await page.getByLabel('Re-enter your passcode', { exact: true }).fill(LAST_PASSCODE)
    await page.getByRole('button', { name: 'Reset' }).click()
    await expectToast(page, 'Password reset successfully')
    await expect(page).toHaveURL(/\/signin$/)
  })

  await test.step('sign in again, with a recovery code', async () => {
    await signIn(page, person, LAST_PASSCODE)
    await page.getByLabel('Two-factor code').fill(recoveryCode)
    await page.getByRole('button', { name: 'Access Dashboard' }).click()
    await expect(page).toHaveURL(/\/dashboard$/)
  })
})

async function setUpTwoFactor(page: Page): Promise<{ secret: string; recoveryCode: string }> {
  await page.getByRole('button', { name: 'Set up 2FA' }).click()
  await expect(page.getByLabel('Passcode', { exact: true })).toBeFocused()
  await page.getByLabel('Passcode', { exact: true }).fill(NEW_PASSCODE)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  const secret = (await page.getByText(/^[A-Z2-7]{32}$/).textContent()) ?? ''
  await page.getByLabel('Two-factor code').fill(codeOf(secret, 'now'))
  await page.getByRole('button', { name: 'Turn on 2FA' }).click()
  const codes = page.getByText(/^([0-9a-z]{4}-){5}[0-9a-z]{4}$/)
  await expect(codes).toHaveCount(10)
  // They are shown only once, so only the button closes them.
  await page.keyboard.press('Escape')
  await expect(codes).toHaveCount(10)
  const recoveryCode = (await codes.first().textContent()) ?? ''
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await expect(page.getByRole('button', { name: 'Turn off 2FA' })).toBeVisible()
  return { secret, recoveryCode }
}
