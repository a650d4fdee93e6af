import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { changeProgramme, confirm, newAddress, rowOf, signedIn, withdrawal } from './console.ts'
import { earningMember } from './earners.ts'
import { fundedMember } from './members.ts'
import { call, openAs, type Signed } from './operators.ts'
import { SERVERS } from './servers.ts'
import { within } from './slowdown.ts'
import { startServer } from './start-server.ts'
import { expect as expectWithin, test } from './test.ts'

const PAY = fileURLToPath(new URL('pay-past-server.ts', import.meta.url))
const AS_OWNER = fileURLToPath(new URL('as-owner.ts', import.meta.url))
const LOST = 'transfer-that-was-confirmed'

/** As a process of its own, beside the server. */
const beside = (script: string, ...args: string[]) =>
  promisify(execFile)('node', [script, ...args], { env: { ...process.env, DATA_DIR: SERVERS.recovery.dataDir } })

// One after the other: they share a server, because a recovery stops everybody's payouts.
test.describe.configure({ mode: 'default', ...within(240_000) })
const expect = expectWithin.configure(within(30_000))

test.use({ baseURL: SERVERS.recovery.url })

let server: { stop: () => Promise<void> } | undefined

test.beforeAll(async () => {
  // A new demo makes fourteen months of history first.
  test.setTimeout(within(300_000).timeout)
  server = await startServer(SERVERS.recovery)
})

test.afterAll(() => server?.stop())

/** By the second operator. */
async function agree(page: Page, second: Signed, why: string): Promise<void> {
  await openAs(page, second, '/operator/proposals')
  const proposal = page.getByRole('row').filter({ hasText: why })
  await proposal.getByRole('button', { name: /^Agree/ }).click()
  await confirm(page, { button: 'Agree', reason: 'Seen on the chain' })
  await expect(proposal).toBeHidden()
}

test('a payment that nobody knows is booked, and the recovery ended, by two operators', async ({
  page,
  request,
  olga,
  oscar,
}) => {
  const { email, name } = await earningMember(request)
  const found = await call<{ data: { members: { id: number }[] } }>(request, olga, {
    path: `/operator/members?q=${encodeURIComponent(email)}`,
  })
  await beside(PAY, newAddress(), '10')
  await openAs(page, olga, '/operator/recovery')
  const payment = rowOf(page, 10)
  await payment.getByRole('button', { name: /^Book/ }).click(within(60_000))
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('Book against').selectOption('A member')
  await sheet.getByLabel('Member number').fill(String(found.data.members[0]?.id))
  await expect(sheet.getByRole('row').filter({ hasText: `${name}, Available` })).toContainText('\u2212$10.00000')
  await confirm(page, { button: 'Propose', reason: 'Paid by hand that night' })
  await expect(payment).toContainText('Waits for a second person')
  await expect(page.getByRole('button', { name: 'Propose to end it' })).toHaveCount(0)
  await agree(page, oscar, 'Paid by hand that night')

  await openAs(page, olga, '/operator')
  await page.getByRole('link', { name: 'Open recovery' }).click()
  await expect(page.getByText('Every payment is booked.')).toBeVisible()
  await page.getByRole('button', { name: 'Propose to end it' }).click()
  await confirm(page, { button: 'Propose to end it', reason: 'All payments are known' })
  await agree(page, oscar, 'All payments are known')
  await page.goto('/operator/recovery')
  await expect(page.getByText('No recovery', { exact: true })).toBeVisible()
})

test('a large withdrawal leaves once two operators have approved it', async ({ page, request, olga, oscar }) => {
  await changeProgramme(request, [olga, oscar], ({ automatic_payout }) => ({
    automatic_payout: { ...automatic_payout, per_day_max: 10 },
    two_persons_above: 10,
  }))
  await call(request, signedIn(await earningMember(request)), withdrawal(10.21))
  await openAs(page, olga, '/operator/withdrawals')
  const row = rowOf(page, 10.21)
  await row.getByRole('button', { name: /^Approve/ }).click()
  await expect(page.getByRole('dialog')).toContainText('This amount takes two operators.')
  await confirm(page, { button: 'Approve', reason: 'Known member, called back' })
  await expect(row).toContainText('1 of 2 approved')
  await expect(row).toContainText('Approved by you')
  await expect(row.getByRole('button', { name: /^Approve/ })).toHaveCount(0)

  await openAs(page, oscar, '/operator/withdrawals')
  await row.getByRole('button', { name: /^Approve/ }).click()
  await confirm(page, { button: 'Approve', reason: 'Called back as well' })
  await page.getByLabel('Show').selectOption('all')
  await expect(row).toContainText('Paid', within(60_000))
  await page.goto('/operator')
  await expect(page.getByRole('table', { name: 'Fees on the chain' })).toHaveAttribute('data-state', 'filled')
})

test('when confirmed journals are lost, nothing is posted until two operators have accepted it', async ({
  page,
  request,
  olga,
  oscar,
}) => {
  const member = signedIn(await fundedMember(request, 30))
  const donate = async () => {
    const headers = { authorization: `Bearer ${member.token}` }
    return (await request.post('/api/donations/process', { headers, data: { amount: 20 } })).status()
  }
  // As a process asks that remembers a journal which this database has not.
  await beside(
    AS_OWNER,
    `select check_tail(array[lineage], array[(select max(id) + 40 from journal)], '{${LOST}}') from ledger_state`,
  )
  expect(await donate()).toBe(503)

  await openAs(page, olga, '/operator')
  await page.getByRole('link', { name: 'Open recovery' }).click()
  await expect(page.getByText('Nothing is posted', { exact: true })).toBeVisible()
  await expect(page.getByText(LOST).first()).toBeVisible()
  await page.getByRole('button', { name: 'Propose to post again' }).click()
  await expect(page.getByRole('dialog')).toContainText(LOST)
  await confirm(page, { button: 'Propose to post again', reason: 'The former primary is gone' })
  // One alone changes nothing.
  expect(await donate()).toBe(503)
  await agree(page, oscar, 'The former primary is gone')

  await expect.poll(donate, within(30_000)).toBe(200)
  await page.goto('/operator/recovery')
  await expect(page.getByText('Payouts are paused', { exact: true })).toBeVisible()
  await expect(page.getByText('Nothing is posted', { exact: true })).toHaveCount(0)
})
