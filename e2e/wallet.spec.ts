import { expectNoViolations } from './axe.ts'
import { csvOf } from './csv.ts'
import { earningMember } from './earners.ts'
import { LOCAL_CHAIN_ID } from './injected-wallet.ts'
import { newMember, openAs, openInSession, turnOnTwoFactor } from './members.ts'
import { arrived, codeOf, copyWith, expectNoWiderThan } from './people.ts'
import { within } from './slowdown.ts'
import { expect, expectToast, test } from './test.ts'

const ELSEWHERE = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'

test('deposit: scan or copy an address, pay, and see it credited', async ({ page, request }) => {
  const member = await newMember(request)
  await openAs(page, member, '/deposit')
  await expect(page.getByRole('heading', { level: 1, name: 'Deposit Funds' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Scan QR to Deposit' })).toBeVisible()
  await expect(
    page.getByText(
      /^This wallet address will be expired in \d+ minutes?\. Please make sure to deposit within the time limit\.$/,
    ),
  ).toBeVisible()

  await test.step('the code is white on black and 200 pixels wide; a tap shows a large one', async () => {
    const tile = page.getByRole('button', { name: /QR code of your wallet address/ })
    const code = tile.locator('svg')
    expect(await code.boundingBox()).toMatchObject({ width: 200, height: 200 })
    await expect(code.locator('path').first()).toHaveAttribute('fill', '#000000')
    await expect(code.locator('path').last()).toHaveAttribute('fill', '#ffffff')
    await tile.click()
    const large = page.getByRole('dialog', { name: 'Wallet address' })
    await expect(large.locator('svg path').last()).toHaveAttribute('fill', '#000000')
    // Behind it is a payment request for wallet apps, which the code is not.
    const link = large.getByRole('link', { name: 'Open the payment request' })
    await expect(link).toBeHidden()
    await large.getByText('Open in a wallet app').click()
    const shown = (await large.getByRole('code').first().textContent())?.replaceAll(/\s/g, '')
    await expect(link).toHaveAttribute(
      'href',
      new RegExp(`^ethereum:0x[0-9a-fA-F]{40}@${LOCAL_CHAIN_ID}/transfer\\?address=${shown}$`),
    )
    await expect(large.getByText(/send to the token’s own contract/)).toBeVisible()
    await large.getByRole('button', { name: 'Close' }).click()
    await expect(large).toBeHidden()
  })

  const address = await test.step('copying confirms itself for two seconds', async () => {
    return copyWith(page, {
      button: page.getByRole('button', { name: 'Copy wallet address' }),
      confirmed: page.getByRole('button', { name: 'Copied' }),
    })
  })
  expect(address).toMatch(/^0x[0-9a-fA-F]{40}$/)

  await test.step('the address comes out of the cache while it is valid', async () => {
    await page.route('**/api/wallet/generate', (route) => route.abort())
    await page.reload()
    await expect(page.getByText(/^This wallet address will be expired/)).toBeVisible()
    await page.unroute('**/api/wallet/generate')
  })

  const table = page.getByRole('table', { name: 'Recent Transaction' })
  await expect(page.getByRole('heading', { name: 'Deposit Details' })).toBeVisible()
  await expect(table.getByText('No data found.')).toBeVisible()
  await expect(table.getByRole('columnheader')).toHaveText(['Id', 'Type', 'Date', 'Amount', 'Status'])
  await page.getByRole('button', { name: 'Send test funds' }).click()
  const row = table.getByRole('row', { name: /Deposit/ })
  await expect(row).toContainText('$100.00000', within(20_000))
  await expect(row).toContainText('Completed', within(30_000))
  const [head, ...lines] = await csvOf(page, 'Recent Transaction')
  expect(head).toBe('Id,Type,Date,Amount,Status,Address,Transaction')
  expect(lines).toEqual([
    expect.stringMatching(new RegExp(`^[^,]+,Deposit,[^,]+Z,100,Completed,${address},0x[0-9a-f]{64}$`)),
  ])
  await page.goto('/dashboard')
  const impact = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Impact Balance' }) })
  await expect(impact).toContainText('$100.00000')
  await page.goto('/dashboard/transactions')
  await expect(
    page.getByRole('table', { name: 'Recent Transaction' }).getByRole('row', { name: /Deposit/ }),
  ).toBeVisible()
})

test('an address that does not match its parameters is never shown', async ({ page, request }) => {
  await page.route('**/api/wallet/generate', async (route) => {
    const reply = await route.fetch()
    const body = await reply.json()
    await route.fulfill({ json: { ...body, data: { ...body.data, wallet_address: ELSEWHERE } } })
  })
  await openAs(page, await newMember(request), '/deposit')
  await expect(page.getByText(/not yours, so it is not shown/)).toBeVisible()
  await expect(page.getByRole('button', { name: /QR code/ })).toBeHidden()
})

test('withdraw: nothing to withdraw, missing fields are red, and a refusal keeps the input', async ({
  page,
  request,
}) => {
  await openAs(page, await newMember(request), '/withdraw')
  await expect(page.getByRole('heading', { level: 1, name: 'Withdraw Funds' })).toBeVisible()
  await expect(page.getByText('Minimum withdraw $10.00000')).toBeVisible()
  await expect(page.getByText('Available to withdraw $0.00000')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Withdrawal Details' })).toBeVisible()
  await expect(page.getByText('No data found.')).toBeVisible()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Name is required')).toHaveCount(2)
  const amount = page.getByPlaceholder('Enter your amount USD')
  const address = page.getByPlaceholder('Enter your withdraw wallet address')
  for (const field of [amount, address])
    await expect(field).toHaveCSS('border-color', /^rgb\((179, 38, 30|242, 139, 130)\)$/)
  await amount.fill('12')
  await address.fill(ELSEWHERE)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByRole('button', { name: 'Withdraw $12.00000' }).click()
  await expectToast(page, /./)
  await expect(amount).toHaveValue('12')
  await expect(address).toHaveValue(ELSEWHERE)

  await page.goto('/dashboard/transactions')
  const table = page.getByRole('table', { name: 'Recent Transaction' })
  await expect(table.getByText('No transactions found.')).toBeVisible()
  await expect(table.getByRole('columnheader')).toHaveText(['Type', 'Date', 'Amount', 'Status'])
})

test('withdraw: a member requests a payout, sees its steps and cancels it', async ({ page, request }) => {
  await openAs(page, await earningMember(request), '/withdraw')
  await page.getByPlaceholder('Enter your amount USD').fill('10')
  await page.getByPlaceholder('Enter your withdraw wallet address').fill(ELSEWHERE)
  await page.getByRole('button', { name: 'Confirm' }).click()
  const sheet = page.getByRole('dialog', { name: 'Withdraw these funds?' })
  await expect(sheet).toContainText('BSC')
  await expect(sheet).toContainText('Remains afterwards')
  await sheet.getByRole('button', { name: 'Withdraw $10.00000' }).click()
  await expect(page.getByPlaceholder('Enter your amount USD')).toHaveValue('')
  const row = page.getByRole('row', { name: /Withdrawal/ })
  await expect(row).toContainText('Pending')
  await expect(row).toContainText('Step 1 of 4: Requested')
  await row.getByRole('button', { name: 'Cancel the withdrawal of $10.00000' }).click()
  await expect(row).toContainText('Rejected')
})

test('withdraw: with 2FA on, a code is required, and a wrong one sends nothing', async ({ page, request }) => {
  const member = await earningMember(request)
  const secret = await turnOnTwoFactor(request, member)
  await openInSession(page, member, '/withdraw')
  await page.getByPlaceholder('Enter your amount USD').fill('10')
  await page.getByPlaceholder('Enter your withdraw wallet address').fill(ELSEWHERE)
  await page.getByRole('button', { name: 'Confirm' }).click()

  const sheet = page.getByRole('dialog', { name: 'Withdraw these funds?' })
  const send = sheet.getByRole('button', { name: 'Withdraw $10.00000' })
  await expect(sheet.getByLabel('Two-factor code')).toBeFocused()
  await send.click()
  await expect(sheet.getByText('Code is required')).toBeVisible()
  await sheet.getByLabel('Two-factor code').fill('000000')
  await send.click()
  await expect(sheet.getByText(/^This code is not right/)).toBeVisible()
  await expect(page.getByText('Available to withdraw $10.40000')).toBeVisible()

  await sheet.getByLabel('Two-factor code').fill(codeOf(secret, 'next'))
  await send.click()
  await expect(sheet).toBeHidden()
  await expect(page.getByText('Available to withdraw $0.40000')).toBeVisible()
  await expect(page.getByRole('row', { name: /Withdrawal/ })).toContainText('Pending')
})

test('a deposit shows up without live updates, too', async ({ page, request }) => {
  await page.route('**/api/events', (route) => route.abort())
  await openAs(page, await newMember(request), '/deposit')
  await expect(page.locator('html')).toHaveAttribute('data-live', 'off')
  await page.getByRole('button', { name: 'Send test funds' }).click()
  const row = page.getByRole('table', { name: 'Recent Transaction' }).getByRole('row', { name: /Deposit/ })
  await expect(row).toContainText('Completed', within(30_000))
})

test(
  'axe finds nothing on deposits and withdrawals, and nothing is wider than 320 pixels',
  { tag: '@axe' },
  async ({ page, request }) => {
    await openAs(page, await newMember(request), '/deposit')
    await expect(page.getByText(/^This wallet address will be expired/)).toBeVisible()
    await expectNoViolations(page, 'deposit')
    await page.getByRole('button', { name: /QR code/ }).click()
    await expectNoViolations(page, 'deposit, large code')
    await page.goto('/dashboard/withdraw')
    await expect(page.getByText('No data found.')).toBeVisible()
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expectNoViolations(page, 'withdraw with errors')
    await page.setViewportSize({ width: 320, height: 640 })
    for (const path of ['deposit', 'withdraw']) {
      await page.goto(`/dashboard/${path}`)
      await arrived(page)
      await expectNoWiderThan(page, 320, path)
    }
  },
)
