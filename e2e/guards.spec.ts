import type { Page } from '@playwright/test'
import { newMember, openAs } from './members.ts'
import { goTo, isLive, openMenu } from './people.ts'
import { expect, expectToast, test } from './test.ts'

test('the dashboard redirects a stranger to sign-in, with one warning and no way back', async ({ page }) => {
  await page.goto('/signup')
  const before = await page.evaluate(() => history.length)
  await page.goto('/dashboard/setting')
  await expect(page).toHaveURL(/\/signin$/)
  await expectToast(page, 'Please login to continue.', 1)
  expect(await page.evaluate(() => history.length)).toBe(before + 1)
  await page.goBack()
  await expect(page).toHaveURL(/\/signup$/)
})

test('a signed-in member goes straight to the dashboard, even after a reload', async ({ page, request }) => {
  await openAs(page, await newMember(request), '')
  await expect(page).toHaveURL(/\/dashboard$/)
  for (const path of ['/', '/signin']) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/dashboard$/)
  }
  await page.reload()
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('sign-up success without a key goes to sign-up', async ({ page }) => {
  await page.goto('/signup-success')
  await expect(page).toHaveURL(/\/signup$/)
})

test('an expired access token is renewed silently', async ({ page, request }) => {
  await openAs(page, await newMember(request), '')
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.evaluate(() => {
    const stored = JSON.parse(localStorage.getItem('persist:auth') ?? '{}')
    localStorage.setItem('persist:auth', JSON.stringify({ ...stored, token: `${stored.token}x` }))
  })
  const spoiled = await tokenOf(page)
  await page.goto('/dashboard/setting')
  await expect(page.getByText(/^tf[0-9a-z]{28}$/)).toBeVisible()
  const renewed = await tokenOf(page)
  expect(renewed).not.toBe(spoiled)
  const profile = await page.request.get('/api/users/profile', { headers: { authorization: `Bearer ${renewed}` } })
  expect(profile.status()).toBe(200)
  await isLive(page)
})

test('a session that the server ended leads to sign-in', async ({ page, request }) => {
  await openAs(page, await newMember(request), '')
  await expect(page).toHaveURL(/\/dashboard$/)
  const token = await tokenOf(page)
  await page.request.post('/api/users/logout', { headers: { authorization: `Bearer ${token}` } })
  await page.goto('/dashboard/setting')
  await expect(page).toHaveURL(/\/signin$/)
  await expectToast(page, 'Please login to continue.', 1)
})

test('logging out in one tab logs out the other', async ({ page, request, context }) => {
  await openAs(page, await newMember(request), '')
  await expect(page).toHaveURL(/\/dashboard$/)
  const other = await context.newPage()
  await other.goto('/dashboard/setting')
  await expect(other.getByRole('heading', { name: 'Account Settings' })).toBeVisible()
  await openMenu(other)
  await other.getByRole('button', { name: 'Logout' }).click()
  await expect(other).toHaveURL(/\/signin$/)
  await expect(page).toHaveURL(/\/signin$/)
})

test('an unknown path shows the way home', async ({ page }) => {
  const response = await page.goto('/no/such/page')
  expect(response?.status()).toBe(404)
  await expect(
    page.getByText('The page cannot be found. The requested URL was not found on this server.'),
  ).toBeVisible()
  await page.getByRole('link', { name: 'Back to home' }).click()
  await expect(page).toHaveURL(/\/$/)
})

test('the menu has its nine entries in order, and marks the current one', async ({ page, request }) => {
  await openAs(page, await newMember(request), '')
  await expect(page).toHaveURL(/\/dashboard$/)
  await goTo(page, 'Setting')
  await expect(page).toHaveURL(/\/dashboard\/setting$/)
  await openMenu(page)
  const entries = page.getByRole('navigation', { name: 'Main menu' }).getByRole('link')
  const names = [
    'Dashboard',
    'Transactions',
    'Fund Transfer',
    'Network',
    'Deposit',
    'Withdraw',
    'Donate',
    'Reports',
    'Setting',
  ]
  await expect(entries).toHaveText(names)
  await expect(page.getByRole('link', { name: 'Setting', exact: true })).toHaveAttribute('aria-current', 'page')
})

test('on a small public screen the menu offers Sign In and Sign Up', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 812 })
  await page.goto('/')
  await openMenu(page)
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Sign In' })).toBeVisible()
  await page.getByRole('dialog').getByRole('link', { name: 'Sign Up' }).click()
  await expect(page).toHaveURL(/\/signup$/)
})

const tokenOf = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('persist:auth') ?? '{}').token as string)
