import { expectNoViolations } from './axe.ts'
import { newMember, openInSession, type Member } from './members.ts'
import { expectNoWiderThan, isLive, settled } from './people.ts'
import { expect, expectToast, test } from './test.ts'
import { within } from './slowdown.ts'
import type { APIRequestContext, Page } from '@playwright/test'

const bellOf = (page: Page, isMobile: boolean) =>
  isMobile ? page.getByRole('link', { name: /^Inbox/ }) : page.getByRole('button', { name: /^Inbox/ })

/** Test money, which the scanner sees as it would any other. */
async function deposit(request: APIRequestContext, { token }: Member, amount: number): Promise<void> {
  const headers = { authorization: `Bearer ${token}` }
  const { data } = await (await request.post('/api/wallet/generate', { headers })).json()
  const paid = await request.post('/api/demo/pay', { headers, data: { address: data.wallet_address, amount } })
  expect(paid.status()).toBe(200)
}

test('during an upgrade an older server, which knows no inbox, may answer: the dashboard works', async ({
  page,
  request,
  isMobile,
}) => {
  const member = await newMember(request)
  await page.route('**/api/users/profile', async (route) => {
    const reply = await route.fetch()
    const { data, ...rest } = await reply.json()
    const { inbox: _later, ...older } = data
    await route.fulfill({ response: reply, json: { ...rest, data: older } })
  })
  await openInSession(page, member, '')
  await expect(page.getByRole('heading', { level: 1, name: 'Financial Overview' })).toBeVisible()
  await expect(page.getByText('Available To Withdraw')).toBeVisible()
  await expect(bellOf(page, isMobile)).toHaveAccessibleName('Inbox')
})

test('a deposit arrives, the bell shows 1, it is opened and read', async ({ page, request, isMobile }) => {
  test.slow()
  const member = await newMember(request)
  await openInSession(page, member, '/network')
  const bell = bellOf(page, isMobile)
  await expect(bell).toHaveAccessibleName('Inbox')
  await isLive(page)
  await deposit(request, member, 12)
  await expect(bell).toHaveAccessibleName('Inbox, 1 unread', within(60_000))

  await bell.click()
  const list = page.getByRole('list', { name: 'Inbox' })
  const entry = list.getByRole('link')
  await expect(entry).toHaveCount(1)
  await expect(entry).toContainText('Unread: Deposit of $12.00000 arrived')
  await entry.click()
  await expect(page).toHaveURL(/\/dashboard\/deposit\?id=/)
  await expect(page.getByRole('row', { name: /Deposit/ }).filter({ hasText: '12.00' })).toHaveAttribute(
    'aria-current',
    'true',
  )
  await expect(bell).toHaveAccessibleName('Inbox')
  await page.goto('/dashboard/inbox')
  await expect(list.getByRole('link')).toHaveText(/^Deposit of \$12\.00000 arrived/)
})

test('all are marked as read, and axe finds nothing in the inbox, empty or full, nor in its settings', async ({
  page,
  request,
  isMobile,
}) => {
  const member = await newMember(request)
  await openInSession(page, member, '/inbox')
  await expect(page.getByText('Nothing here yet.')).toBeVisible()
  await settled(page)
  await expectNoViolations(page, 'empty inbox')

  const headers = { authorization: `Bearer ${member.token}` }
  for (const digit of ['1', '2', '3'])
    await request.put('/api/users/wallet', { headers, data: { wallet_address: `0x${digit.repeat(40)}` } })
  await expect(page.getByRole('list', { name: 'Inbox' }).getByRole('link')).toHaveCount(3)
  await expect(bellOf(page, isMobile)).toHaveAccessibleName('Inbox, 3 unread')
  await expectNoViolations(page, 'inbox')
  await expectNoWiderThan(page, page.viewportSize()?.width ?? 0, 'inbox')
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(bellOf(page, isMobile)).toHaveAccessibleName('Inbox')
  await expect(page.getByRole('button', { name: 'Mark all as read' })).toBeHidden()

  await page.getByRole('link', { name: 'What you get by mail' }).click()
  const stages = page.getByRole('checkbox', { name: 'Stages reached' })
  await expect(stages).not.toBeChecked()
  await expect(page.getByRole('checkbox', { name: 'Every step of a withdrawal' })).toBeChecked()
  await stages.check()
  await expectToast(page, 'Saved')
  await page.reload()
  await expect(stages).toBeChecked()
  await expectNoViolations(page, 'settings of the inbox')
})

test('the panel works by keyboard alone, and gives the focus back', { tag: '@keyboard' }, async ({ page, request }) => {
  const member = await newMember(request)
  const headers = { authorization: `Bearer ${member.token}` }
  await request.put('/api/users/wallet', { headers, data: { wallet_address: `0x${'4'.repeat(40)}` } })
  await openInSession(page, member, '/network')
  const bell = bellOf(page, false)
  await expect(bell).toHaveAccessibleName('Inbox, 1 unread')
  await bell.focus()
  await page.keyboard.press('Enter')
  const panel = page.getByRole('dialog', { name: 'Inbox' })
  await expect(panel.getByRole('link', { name: /payout address/ })).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Close inbox' })).toBeFocused()
  await expectNoViolations(page, 'inbox panel')
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(bell).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(panel).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/dashboard\/setting$/)
  await expect(panel).toBeHidden()
  await expect(bell).toHaveAccessibleName('Inbox')
})
