import { expectNoViolations } from './axe.ts'
import { enterAsSample, fundedMember, newMember, openAs, type Member } from './members.ts'
import { expectNoWiderThan, settled, tabTo } from './people.ts'
import { expect, test } from './test.ts'

const TITLES = [
  'Make your first deposit',
  'Give your first donation',
  'Share your referral code',
  'Secure your account',
]

test('a newcomer sees the first steps, each with its state and a way in, until all are dismissed', async ({
  page,
  request,
  browser,
}) => {
  const member = await fundedMember(request, 3.5)
  await openAs(page, member, '')
  await settled(page)
  const steps = page.getByRole('region', { name: 'First steps' })
  await expect(steps.getByRole('link')).toHaveText(TITLES)
  await expect(steps.getByRole('listitem').first()).toContainText('Done')
  await expect(steps.getByText('Done', { exact: true })).toHaveCount(1)
  const before = await steps.evaluate((block) =>
    block.compareDocumentPosition(
      [...document.querySelectorAll('h2, h3')].find(
        ({ textContent }) => textContent === 'Available To Withdraw',
      ) as Node,
    ),
  )
  expect(before & 4, 'above what is specified').toBe(4)

  for (const [title, path] of [
    ['Make your first deposit', /\/dashboard\/deposit$/],
    ['Give your first donation', /\/dashboard\/donate$/],
    ['Share your referral code', /\/dashboard\/network$/],
    ['Secure your account', /\/dashboard\/setting\?tab=security$/],
  ] as const) {
    await steps.getByRole('link', { name: title }).click()
    await expect(page).toHaveURL(path)
    await page.goBack()
  }

  await test.step('somebody joins: a step is done', async () => {
    await newMember(request, { name: 'Ben Newcomer', referralCode: member.referralCode })
    await page.reload()
    await expect(steps.getByText('Done', { exact: true })).toHaveCount(2)
  })

  await steps.getByRole('button', { name: 'Do not show again' }).click()
  await expect(steps).toBeHidden()
  await page.reload()
  await settled(page)
  await expect(steps).toBeHidden()
  await test.step('in another browser, too', async () => {
    const other = await browser.newContext()
    const elsewhere = await other.newPage()
    await openAs(elsewhere, member, '')
    await settled(elsewhere)
    await expect(elsewhere.getByRole('heading', { name: 'Impact Balance' })).toBeVisible()
    await expect(elsewhere.getByRole('region', { name: 'First steps' })).toBeHidden()
    await other.close()
  })
})

test('members with a history never see them', async ({ page }) => {
  await enterAsSample(page)
  await page.goto('/dashboard')
  await settled(page)
  await expect(page.getByRole('region', { name: 'First steps' })).toBeHidden()
})

test('once all are done they end by themselves', async ({ page, request }) => {
  const member: Member = await newMember(request)
  await page.route('**/api/users/profile', async (route) => {
    const body = await (await route.fetch()).json()
    await route.fulfill({ json: { ...body, data: { ...body.data, first_steps: null } } })
  })
  await openAs(page, member, '')
  await settled(page)
  await expect(page.getByRole('region', { name: 'First steps' })).toBeHidden()
  // Not even while the profile is on its way.
  await page.unroute('**/api/users/profile')
  await page.route('**/api/users/profile', () => {})
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Impact Balance' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'First steps' })).toBeHidden()
})

test('empty tables say below the specified text what would fill them', async ({ page, request }) => {
  const member = await newMember(request)
  const empty: [path: string, table: string, text: string, hint: RegExp][] = [
    ['/deposit', 'Recent Transaction', 'No data found.', /as soon as the network has seen it/],
    ['/withdraw', 'Recent Transaction', 'No data found.', /as soon as you ask for it/],
    ['/donate', 'Recent Transaction', 'No donations found.', /Each donation appears here/],
    ['/transactions', 'Recent Transaction', 'No transactions found.', /Deposits and withdrawals appear here/],
    ['/network', 'Referral Activity', 'No data found', /Whoever signs up with your referral code/],
  ]
  await openAs(page, member, '')
  for (const [path, name, text, hint] of empty) {
    await page.goto(`/dashboard${path}`)
    const table = page.getByRole('table', { name })
    await expect(table.getByText(text, { exact: true }), path).toBeVisible()
    await expect(table.getByText(hint), path).toBeVisible()
  }
})

test('with the keyboard alone', { tag: '@keyboard' }, async ({ page, request }) => {
  await openAs(page, await newMember(request), '')
  const steps = page.getByRole('region', { name: 'First steps' })
  await tabTo(page, steps.getByRole('link', { name: 'Secure your account' }))
  await tabTo(page, steps.getByRole('button', { name: 'Do not show again' }))
  await page.keyboard.press('Enter')
  await expect(steps).toBeHidden()
})

test('axe finds nothing, and nothing is wider than 320 pixels', { tag: '@axe' }, async ({ page, request }) => {
  await openAs(page, await newMember(request), '')
  await settled(page)
  await expectNoViolations(page, 'first steps')
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoWiderThan(page, 320)
})
