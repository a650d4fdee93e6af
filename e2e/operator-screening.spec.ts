import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { confirm, newAddress, withdrawal } from './console.ts'
import { call, openAs, signInAs, type Signed } from './operators.ts'
import { expectNoWiderThan, settled } from './people.ts'
import { serverAlone } from './servers.ts'
import { within } from './slowdown.ts'
import { startServer } from './start-server.ts'
import { expect as expectWithin, expectToast, test } from './test.ts'

test.describe.configure({ mode: 'default', ...within(300_000) })
const expect = expectWithin.configure(within(60_000))
// oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from it
test.use({ baseURL: async ({}, use, { parallelIndex }) => use(serverAlone(parallelIndex).url) })

const AGE = fileURLToPath(new URL('age-deposits.ts', import.meta.url))
const LISTED = newAddress()
const LISTED_TOO = newAddress()
let server: { stop: () => Promise<void> } | undefined
let member: Signed
let list: string
let dataDir: string
const writeList = () => writeFileSync(list, `# Of this test\n${LISTED}\n${LISTED_TOO}\n`)
test.beforeAll(async () => {
  // A new demo makes fourteen months of history first.
  test.setTimeout(within(300_000).timeout)
  const place = serverAlone(test.info().parallelIndex)
  mkdirSync(place.dataDir, { recursive: true })
  dataDir = place.dataDir
  list = join(dataDir, 'listed')
  writeList()
  server = await startServer(place, { SCREENING_LIST_FILE: list, KYC_WITHDRAWAL_LIMITS: '0=20/90000' })
})
test.afterAll(() => server?.stop())

test.beforeEach(async ({ request, baseURL }) => {
  member = await signInAs(request, 'Ada Moreno', baseURL)
})

test('from a hit to its release: the payout waits, an operator decides, and it is paid', async ({
  page,
  request,
  olga,
}) => {
  const { path, body } = withdrawal(12)
  const { data } = await call<{ data: { withdrawal_id: string } }>(request, member, {
    path,
    body: { ...body, withdrawal_address: LISTED },
  })
  const id = data.withdrawal_id
  await call(request, olga, { path: `/operator/withdrawals/${id}/approve`, body: { why: 'Looks well' } })

  await openAs(page, olga, '/operator/screening')
  const row = page.getByRole('row').filter({ hasText: 'Payout' })
  await expect(row).toContainText('$12.00000')
  await expect(row).toContainText('List file: On the list')
  await row.getByRole('button', { name: /^Release/ }).click()
  await confirm(page, { button: 'Release', reason: 'Another person of this name' })
  await expectToast(page, 'It was released.')
  await expect(page.getByText('Screening holds nothing.')).toBeVisible()

  const stateOf = async () => {
    const found = await call<{ data: { withdrawal: { state: string } } }>(request, olga, {
      path: `/operator/withdrawals/${id}`,
    })
    return found.data.withdrawal.state
  }
  await expect.poll(stateOf).toBe('paid')
  await openAs(page, olga, '/operator/screening?show=all')
  await expect(row).toContainText('Another person of this name (Olga Operator)')
  await expectNoWiderThan(page, 1440)
})

test('an address on the list cannot be saved, and an operator sees that it was tried', async ({
  page,
  request,
  olga,
}) => {
  const reply = await request.put('/api/users/wallet', {
    headers: { authorization: `Bearer ${member.token}` },
    data: { wallet_address: LISTED_TOO },
  })
  expect([reply.status(), (await reply.json()).message]).toEqual([
    422,
    'This address cannot be used here. Write to us if you think it should be.',
  ])
  await openAs(page, olga, '/operator/screening')
  const row = page.getByRole('row').filter({ hasText: 'Address to be saved' })
  await row.getByRole('link', { name: 'Ada Moreno' }).click()
  await page.getByRole('tab', { name: 'Screening' }).click()
  await row.getByRole('button', { name: /^Refuse/ }).click()
  await confirm(page, { button: 'Refuse', reason: 'On the list for a reason' })
  await expectToast(page, 'It was refused.')
  await expect(row).toContainText('Refused')
})

test('while nobody answers, a deposit waits in sight; later an operator decides, or an answer does', async ({
  page,
  request,
  olga,
}) => {
  writeFileSync(list, '# Lost\n')
  const { data: wallet } = await call<{ data: { wallet_address: string } }>(request, member, {
    path: '/wallet/generate',
    body: {},
  })
  const pay = (amount: number) =>
    call(request, member, { path: '/demo/pay', body: { address: wallet.wallet_address, amount } })
  await pay(7)
  await openAs(page, olga, '/operator/screening')
  const table = page.getByRole('table', { name: 'Deposits without an answer' })
  const first = table.getByRole('row').filter({ hasText: '$7.00000' })
  await expect(first).toContainText('list: it has no address.')
  await expect(first).toContainText('By hand after 10 minutes')

  execFileSync(process.execPath, [AGE], { env: { ...process.env, DATA_DIR: dataDir } })
  await first.getByRole('button', { name: /^Release/ }).click()
  await confirm(page, { button: 'Release', reason: 'The list is lost' })
  await expectToast(page, 'It was released.')
  await expect(table).toBeHidden()

  await pay(8)
  await expect(table).toContainText('$8.00000')
  await expectNoWiderThan(page, 1440)
  writeList()
  // A list that failed several times is read again after a minute.
  await expect(table).toBeHidden(within(120_000))
  await openAs(page, olga, '/operator/screening?show=all')
  const decided = page.getByRole('row').filter({ hasText: 'Nobody answered' })
  await expect(decided).toContainText('The list is lost (Olga Operator)')
})

test('a level limits withdrawals, says so beforehand, and an operator raises it', async ({ page, request, olga }) => {
  await openAs(page, member, '/dashboard/withdraw')
  await expect(page.getByText('Largest withdrawal $20.00000')).toBeVisible()
  await expect(page.getByText('More needs verification level 1.')).toBeVisible()
  await page.getByLabel('Amount').fill('21')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('This is more than your verification level allows.')).toBeVisible()
  await settled(page)
  await expect(call(request, member, withdrawal(21))).rejects.toThrow(
    'At your level you can withdraw $20.00000 at once',
  )

  await openAs(page, olga, '/operator/members')
  await page.getByLabel('Search').fill('Ada Moreno')
  await page.getByRole('link', { name: 'Ada Moreno' }).click()
  await page.getByRole('button', { name: 'Set level' }).click()
  await page.getByRole('dialog').getByLabel('Level').selectOption('1')
  await confirm(page, { button: 'Set level', reason: 'Passport seen' })
  await expectToast(page, 'The level was set.')
  await expect(page.getByText('1, set by an operator')).toBeVisible()
  await call(request, member, withdrawal(21))
})
