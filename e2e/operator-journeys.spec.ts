import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { changeProgramme, confirm, openMember, rowOf, signedIn, withdrawal } from './console.ts'
import { earningMember } from './earners.ts'
import { call, openAs, samples, type Sample, type Signed } from './operators.ts'
import { fundedMember, newMember } from './members.ts'
import { SERVERS } from './servers.ts'
import { within } from './slowdown.ts'
import { expect as expectWithin, test } from './test.ts'

const CLI = fileURLToPath(new URL('../apps/server/src/cli.ts', import.meta.url))

test.describe.configure(within(240_000))
const expect = expectWithin.configure(within(30_000))

test('approve a withdrawal and see it paid on the chain', async ({ page, request, olga }) => {
  const member = signedIn(await earningMember(request))
  await call(request, member, withdrawal(10.11))
  await openAs(page, olga, '/operator/withdrawals')
  const row = rowOf(page, 10.11)
  await expect(row).toContainText('Address not saved')
  await row.getByRole('button', { name: /^Approve/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText('Please give a reason of at least three characters.')).toBeVisible()
  await confirm(page, { button: 'Approve', reason: 'Known member, called back' })
  await page.getByLabel('Show').selectOption('all')
  await expect(rowOf(page, 10.11)).toContainText('Paid', within(60_000))
  await rowOf(page, 10.11)
    .getByRole('button', { name: /^Details/ })
    .click()
  await expect(
    page
      .getByRole('dialog')
      .getByRole('code')
      .filter({ hasText: /^0x[0-9a-f]{64}$/ }),
  ).toBeVisible()

  await openAs(page, member, '/dashboard/withdraw')
  await expect(page.getByRole('row').filter({ hasText: '$10.11000' })).toContainText('Completed')
})

test('refuse a withdrawal and see the hold return', async ({ page, request, olga }) => {
  const member = signedIn(await earningMember(request))
  const balance = async () =>
    (await call<{ data: { balances: { balance: number } } }>(request, member, { path: '/users/profile' })).data.balances
      .balance
  const before = await balance()
  await call(request, member, withdrawal(10.01))
  expect(await balance()).toBeCloseTo(before - 10.01, 5)
  await openAs(page, olga, '/operator/withdrawals')
  await rowOf(page, 10.01)
    .getByRole('button', { name: /^Refuse/ })
    .click()
  await confirm(page, { button: 'Refuse', reason: 'The address is not yours' })
  await expect(rowOf(page, 10.01)).toBeHidden()
  await openAs(page, member, '/dashboard/withdraw')
  await expect(page.getByRole('row').filter({ hasText: '$10.01000' })).toContainText('Rejected')
  expect(await balance()).toBeCloseTo(before, 5)
})

test('decide several at once', async ({ page, request, olga }) => {
  for (const amount of [10.02, 10.03]) await call(request, signedIn(await earningMember(request)), withdrawal(amount))
  await openAs(page, olga, '/operator/withdrawals')
  for (const amount of [10.02, 10.03]) await rowOf(page, amount).getByRole('checkbox').check()
  await expect(page.getByText('2 selected')).toBeVisible()
  // Going back from the confirmation decides nothing, and keeps the selection.
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Back' }).click()
  await expect(page.getByText('2 selected')).toBeVisible()
  await page.getByRole('button', { name: 'Refuse', exact: true }).click()
  await expect(page.getByRole('dialog')).toContainText('$20.05000')
  await confirm(page, { button: 'Refuse', reason: 'Asked for by mistake' })
  for (const amount of [10.02, 10.03]) await expect(rowOf(page, amount)).toBeHidden()
})

test('freeze a member, who can then read but not move money, and unfreeze them', async ({ page, olga }) => {
  const person = await newMember(page.request, { name: 'Frieda Frost' })
  const member = signedIn(person)
  await openMember(page, olga, person)
  await page.getByRole('button', { name: 'Freeze', exact: true }).click()
  await confirm(page, { button: 'Freeze', reason: 'Reported as taken over' })
  await expect(page.getByText('Frozen', { exact: true })).toBeVisible()

  const refused = await page.request.post('/api/donations/process', {
    headers: { authorization: `Bearer ${member.token}` },
    data: { amount: 10 },
  })
  expect([refused.status(), (await refused.json()).code]).toEqual([403, 'frozen'])
  await call(page.request, member, { path: '/users/profile' })

  await page.getByRole('button', { name: 'Unfreeze', exact: true }).click()
  await confirm(page, { button: 'Unfreeze', reason: 'Checked by telephone' })
  await expect(page.getByText('Normal', { exact: true })).toBeVisible()
  await page.getByRole('tab', { name: 'History' }).click()
  await expect(page.getByRole('table')).toContainText('Checked by telephone')
})

test('publish a version of the programme, and it applies to the next donation', async ({ page, olga, oscar }) => {
  await openAs(page, olga, '/operator/programme')
  await page.getByRole('button', { name: 'New version from version 1' }).click()
  await page.getByLabel('Operations', { exact: true }).fill('90')
  await expect(page.getByText(/add up to 115 %/)).toBeVisible()
  await page.getByRole('button', { name: 'Propose this version' }).click()
  await expect(page.getByText(/more than all of a donation/).last()).toBeVisible()
  await page.getByLabel('Operations', { exact: true }).fill('7.5')
  const choice = page.getByLabel('Default cause')
  await expect(choice.locator('option:checked')).toHaveText('The cause')
  await choice.selectOption('Clean water')
  await page.getByRole('button', { name: 'Dry run on real history' }).click()
  await expect(page.getByRole('heading', { name: 'Who would have got what' })).toBeVisible()
  await page.getByRole('button', { name: 'Propose this version' }).click()
  await expect(page.getByRole('dialog').getByText('Clean water')).toBeVisible()
  await confirm(page, { button: 'Propose this version', reason: 'Costs of the year' })

  await openAs(page, oscar, '/operator/proposals')
  const row = page.getByRole('row').filter({ hasText: 'Costs of the year' })
  await row.getByRole('button', { name: /^Agree/ }).click()
  await confirm(page, { button: 'Agree', reason: 'As decided in the meeting' })
  await page.goto('/operator/programme')
  await expect(page.getByRole('row', { name: /^Version [2-9] In force/ })).toBeVisible()
  await page.goto('/operator/causes')
  await expect(page.getByRole('row').filter({ hasText: 'Clean water' })).toContainText('Open · Default')

  const funded = await fundedMember(page.request, 10, 'Greta Giver')
  await call(page.request, signedIn(funded), { path: '/donations/process', body: { amount: 10 } })
  await openMember(page, oscar, funded)
  await page.getByRole('tab', { name: 'Statement' }).click()
  await page
    .getByRole('row')
    .filter({ hasText: 'Donation' })
    .getByRole('link', { name: /^Journal/ })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: /^Journal/ })).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'Operations' })).toContainText('+$0.75000')
  await changeProgramme(page.request, [olga, oscar], () => ({ default_cause: 1 }))
})

test('operators are redirected to the console, and members are not', async ({ page, olga }) => {
  await openAs(page, olga, '/signin')
  await expect(page).toHaveURL(/\/operator$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await page.getByRole('button', { name: 'Check everything now' }).click()
  await expect(page.getByRole('table', { name: 'Invariants' }).getByRole('row').nth(5)).toBeVisible()
  await openAs(page, signedIn(await newMember(page.request)), '/operator')
  await expect(page.getByRole('heading', { name: 'This is the operators’ console' })).toBeVisible()
  await page.getByRole('link', { name: 'To the dashboard' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('the actions are in the audit log, and an export of it can be downloaded', async ({ page, olga, oscar }) => {
  const { name, email } = await newMember(page.request, { name: 'Ludmila Logged' })
  const found = await call<{ data: { members: { id: number }[] } }>(page.request, olga, {
    path: `/operator/members?q=${encodeURIComponent(email)}`,
  })
  const path = `/operator/members/${found.data.members[0]?.id}`
  await call(page.request, olga, { path: `${path}/freeze`, body: { why: 'Asked to by telephone' } })
  await call(page.request, oscar, { path: `${path}/unfreeze`, body: { why: 'Called back, all is well' } })
  await openAs(page, olga, '/operator/audit')
  const rows = page.getByRole('row').filter({ hasText: name })
  await expect(rows.filter({ hasText: 'Asked to by telephone' })).toContainText('Olga Operator')
  await expect(rows.filter({ hasText: 'Called back, all is well' })).toContainText('Oscar Operator')
  await page.goto('/operator/exports')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export audit log' }).click()
  expect((await downloading).suggestedFilename()).toBe('trefoil-audit.csv')
})

test('signing in with a code leads to the console', async ({ page, olga }) => {
  const [sample] = (await samples(page.request)).filter(({ role }) => role === 'auditor')
  await page.goto('/signin')
  await page.getByRole('button', { name: `Use the sign-in of ${sample?.name}` }).click()
  await page.getByRole('button', { name: 'Access Dashboard' }).click()
  await expect(page).toHaveURL(/\/operator$/)
  await expect(page.getByText('Auditor: you see everything and change nothing.')).toBeVisible()
  await page.getByRole('link', { name: 'Withdrawals', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Withdrawals' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^(Approve|Refuse)/ })).toHaveCount(0)
  await test.step('and an operator without two-factor has to set it up before the console opens', () =>
    loseTwoFactor(page, sample, olga))
})

async function loseTwoFactor(page: Page, auditor: Sample | undefined, olga: Signed): Promise<void> {
  const { request } = page
  // The console cannot do it for its own operators and auditors.
  await openAs(page, olga, '/operator/members')
  await page.getByLabel('Search').fill(auditor?.name ?? '')
  await page.getByRole('link', { name: auditor?.name ?? '' }).click()
  await expect(page.getByRole('button', { name: 'End sessions' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reset 2FA' })).toHaveCount(0)

  const lost = ['reset-two-factor', '--email', 'anna.auditor@example.org', '--why', 'The telephone is lost']
  await promisify(execFile)('node', [CLI, ...lost], {
    env: { ...process.env, DATA_DIR: SERVERS.console.dataDir },
  })

  const reply = await request.post('/api/users/login', {
    data: { identifier: auditor?.private_key, password: auditor?.passcode },
  })
  await openAs(page, await reply.json(), '/operator')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Set up two-factor first')
  await page.getByRole('link', { name: 'Set up two-factor' }).click()
  await expect(page.getByRole('button', { name: 'Set up 2FA' })).toBeVisible()
}
