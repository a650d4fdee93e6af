import type { Page } from '@playwright/test'
import { expectNoViolations } from './axe.ts'
import { csvOf } from './csv.ts'
import { fundedMember, newMember, openAs, sendFromSample } from './members.ts'
import { copyWith, expectNoWiderThan, isLive, settled, signIn } from './people.ts'
import { failUntilTriedAgain } from './try-again.ts'
import { expect, test } from './test.ts'

test('the overview shows seven figures, the code to share, activity and team', async ({ page, request }) => {
  const member = await fundedMember(request, 3.5)
  const friend = await newMember(request, { name: 'Ben Newcomer', referralCode: member.referralCode })
  await openAs(page, member, '')
  await expect(page.getByRole('heading', { level: 1, name: 'Financial Overview' })).toBeVisible()

  const figures: [string, string][] = [
    ['Available To Withdraw', '$0.00000'],
    ['Impact Balance', '$3.50000'],
    ['Total Donation', '$0.00000'],
    ['Total Earn', '$0.00000'],
    ['Total Deposit', '$0.00000'],
    ['Total Withdraw', '$0.00000'],
    ['Earning Threshold', '$0.00000'],
  ]
  for (const [title, value] of figures) {
    const card = page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) })
    await expect(card.first(), title).toContainText(value)
  }

  await expect(page.getByRole('heading', { name: 'Referral Code' })).toBeVisible()
  await expect(page.getByText(member.referralCode, { exact: true })).toBeVisible()
  await expect(page.getByText('1 Members')).toBeVisible()
  await expect(page.getByText('Stage 0')).toBeVisible()
  await expect(page.getByText('Inactive', { exact: true })).toBeVisible()

  const copied = await copyWith(page, {
    button: page.getByRole('button', { name: 'Copy Code' }),
    confirmed: page.getByRole('button', { name: 'Copied!' }),
  })
  expect(copied).toBe(member.referralCode)

  await expect(page.getByText('Current active earning')).toBeVisible()
  const activity = page.getByRole('table', { name: 'Recent Activity' })
  await expect(activity.getByRole('row', { name: /Transfer from Ada Moreno/ })).toContainText('+$3.50000')
  await expect(activity.getByRole('row', { name: /You joined the programme/ })).toContainText('$0.00000')
  await expect(activity.getByText(`${friend.name} joined with your referral code`)).toBeVisible()
  await expect(page.getByText('All active members')).toBeVisible()
  await expect(page.getByText('To referrers overview')).toBeVisible()
})

test('no activity reads "No data foud", below the header row', async ({ page, request }) => {
  const member = await newMember(request)
  await page.route('**/api/activities/history*', (route) =>
    route.fulfill({ json: { success: true, message: '', data: { activities: [], next_cursor: null } } }),
  )
  await openAs(page, member, '')
  await expect(page.getByText('No data foud')).toBeVisible()
  const heads = page.getByRole('table', { name: 'Recent Activity' }).getByRole('columnheader')
  await expect(heads).toHaveText(['Date', 'Description', 'Type', 'Amount'])
})

test('money that arrives is shown without a reload', async ({ page, request }) => {
  const member = await newMember(request)
  await openAs(page, member, '')
  const impact = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Impact Balance' }) })
  await expect(impact).toContainText('$0.00000')
  await isLive(page)
  await sendFromSample(request, member, 2)
  await expect(impact).toContainText('$2.00000')
  await expect(page.getByText('Transfer from Ada Moreno')).toBeVisible()
})

test('without live updates it is shown a little later', async ({ page, request }) => {
  const member = await newMember(request)
  await page.clock.install()
  await page.route('**/api/events', (route) => route.abort())
  await openAs(page, member, '')
  const impact = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Impact Balance' }) })
  await expect(impact).toContainText('$0.00000')
  await expect(page.locator('html')).toHaveAttribute('data-live', 'off')
  await sendFromSample(request, member, 1)
  await page.clock.fastForward(31_000)
  await expect(impact).toContainText('$1.00000')
})

test(
  'seven windows are too many for a stream each, but all of them are live',
  { tag: '@desk-only' },
  async ({ page, request, context }) => {
    const member = await newMember(request)
    await openAs(page, member, '')
    const windows = [page]
    while (windows.length < 7) {
      const next = await context.newPage()
      await next.goto('/dashboard')
      windows.push(next)
    }
    const impact = (shown: Page) =>
      shown.locator('section').filter({ has: shown.getByRole('heading', { name: 'Impact Balance' }) })
    for (const shown of windows) {
      await expect(impact(shown)).toContainText('$0.00000')
      await isLive(shown)
    }
    await sendFromSample(request, member, 2)
    for (const shown of windows) await expect(impact(shown)).toContainText('$2.00000')
    await page.close()
    // Another window has opened a new stream and told the others. They read what happened in between.
    await sendFromSample(request, member, 1)
    for (const shown of windows.slice(1)) await expect(impact(shown)).toContainText('$3.00000')
  },
)

test('a failed block says so and offers a retry', async ({ page, request }) => {
  const member = await newMember(request)
  await failUntilTriedAgain(page, '**/api/users/stats')
  await openAs(page, member, '')
  await expect(page.getByText('These figures could not be loaded.')).toBeVisible()
  await expect(page.getByText(member.referralCode, { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('0 Members')).toBeVisible()
})

test('a loading screen says so', async ({ page, request }) => {
  const member = await newMember(request)
  let arrive = (): void => {}
  const held = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route('**/overview-page-*.js', async (route) => {
    await held
    await route.continue()
  })
  const loading = page.getByRole('status', { name: 'Loading...' })
  await signIn(page, member)
  await expect(page.getByRole('main').filter({ has: loading })).toBeVisible()
  // After a reload the page shell says so, and shows the screen's title.
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Financial Overview' })).toBeVisible()
  await expect(loading).toBeVisible()
  arrive()
  await expect(page.getByText('0 Members')).toBeVisible()
  await expect(loading).toBeHidden()
})

test('offline, a banner says so', async ({ page, request, context }) => {
  await openAs(page, await newMember(request), '')
  await expect(page.getByText('0 Members')).toBeVisible()
  await context.setOffline(true)
  await expect(page.getByText(/You are offline/)).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText(/You are offline/)).toBeHidden()
})

test('the transactions screen has tables of referrals and activity', async ({ page, request }) => {
  const member = await newMember(request)
  await openAs(page, member, '/transactions')
  await expect(page.getByRole('heading', { level: 1, name: 'Activity Details' })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Transactions' })).toBeVisible()
  const referrals = page.getByRole('table', { name: 'Referral Activity' })
  await expect(referrals.getByText('No data found')).toBeVisible()
  await expect(referrals.getByRole('columnheader')).toHaveText([
    'Serial No',
    'Name',
    'Email',
    'Position',
    'Status',
    'Referral Code',
    'Stage',
  ])
  const log = page.getByRole('table', { name: 'Activity Log' })
  await expect(log.getByText('You joined the programme')).toBeVisible()
  await isLive(page)
  await newMember(request, { name: 'Grace Newcomer', referralCode: member.referralCode })
  await expect(referrals.getByText('Grace Newcomer')).toBeVisible()
  const [head, ...rows] = await csvOf(page, 'Activity Log')
  expect(head).toBe('Date,Description,Type,Amount')
  expect(rows.map((row) => row.replace(/^[^,]+Z,/, ''))).toEqual([
    'Grace Newcomer joined with your referral code,Referral,0',
    'You joined the programme,Joined,0',
  ])
})

test(
  'axe finds nothing on the overview and the transactions, and nothing is wider than 320 pixels',
  { tag: '@axe' },
  async ({ page, request }) => {
    const member = await fundedMember(request, 1, 'Bartholomew Featherstonehaugh-Cholmondeley the Third')
    await newMember(request, { name: 'Grace Newcomer', referralCode: member.referralCode })
    for (const path of ['', '/transactions']) {
      await openAs(page, member, path)
      await expect(page.getByText('Transfer from Ada Moreno')).toBeVisible()
      await settled(page)
      await expectNoViolations(page, `/dashboard${path}`)
      const size = page.viewportSize()
      await page.setViewportSize({ width: 320, height: 640 })
      await expectNoWiderThan(page, 320, path)
      if (size) await page.setViewportSize(size)
      await page.evaluate(() => localStorage.clear())
    }
  },
)
