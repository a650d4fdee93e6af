import { expectNoViolations } from './axe.ts'
import { csvOf } from './csv.ts'
import { fundedMember, newMember, openAs, openInSession, sendFromSample, turnOnTwoFactor } from './members.ts'
import { arrived, codeOf, expectNoWiderThan, isLive, settled } from './people.ts'
import { expect, expectToast, test } from './test.ts'

test('donate: the form says what it will do, sends it once, and resets', async ({ page, request }) => {
  const member = await fundedMember(request, 25)
  await openAs(page, member, '/donate')
  await expect(page.getByRole('heading', { level: 1, name: 'Donate Funds' })).toBeVisible()
  await expect(page.getByText('Minimum Donation $10.00000')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Provide Donation Details' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Donation Details', exact: true })).toBeVisible()
  const table = page.getByRole('table', { name: 'Recent Transaction' })
  await expect(table.getByRole('columnheader')).toHaveText(['Id', 'Type', 'Date', 'Amount', 'Status'])
  await expect(table.getByText('No donations found.')).toBeVisible()

  const amount = page.getByLabel('Amount')
  const submit = page.getByRole('button', { name: 'Submit' })
  await submit.click()
  await expect(page.getByText('Amount is required')).toBeVisible()
  await expect(amount).toHaveAttribute('aria-invalid', 'true')

  await test.step('the server enforces the minimum, and the input stays', async () => {
    await amount.fill('5')
    await submit.click()
    await page.getByRole('button', { name: 'Donate $5.00000' }).click()
    await expectToast(page, 'Minimum donation is $10.00000')
    await expect(amount).toHaveValue('5')
  })

  await test.step('a confirmation says what will happen', async () => {
    await amount.fill('10')
    await expect(page.getByText('$15.00000 remains afterwards')).toBeVisible()
    await submit.click()
    const sheet = page.getByRole('dialog', { name: 'Make this donation?' })
    for (const [label, value] of [
      ['Amount', '$10.00000'],
      ['To the cause, at least', '$7.00000'],
      ['Stage', '0 → 1'],
      ['Earning room it opens', '$10.00000'],
      ['Earning room it closes', '$0.00000'],
      ['Remains afterwards', '$15.00000'],
    ] as const)
      await expect(sheet.locator('div', { has: page.locator(`dt:text-is("${label}")`) }).last()).toContainText(value)
    await sheet.getByRole('button', { name: 'Back' }).click()
    await expect(sheet).toBeHidden()
    await expect(amount).toHaveValue('10')
  })

  await test.step('two presses are one donation', async () => {
    await submit.click()
    await page.getByRole('button', { name: 'Donate $10.00000' }).dblclick()
    await expectToast(page, /Your donation of \$10\.00000 was made/)
    await expect(amount).toHaveValue('')
    // An effect of the second press would have come before this dollar, and would be missing from the balance.
    await isLive(page)
    await sendFromSample(request, member, 1)
    await amount.fill('1')
    await expect(page.getByText('$15.00000 remains afterwards')).toBeVisible()
    await amount.fill('')
  })
  const row = table.getByRole('row', { name: /Donation/ })
  await expect(row).toHaveCount(1)
  await expect(row).toContainText('$10.00000')
  await expect(row).toContainText('Completed')
  await expect(row).toContainText(/\d(st|nd|rd|th) [A-Z][a-z]+, \d{4}/)
  const [head, ...lines] = await csvOf(page, 'Recent Transaction')
  expect(head).toBe('Id,Type,Date,Amount,Status,Cause')
  expect(lines).toEqual([expect.stringMatching(/^[^,]+,Donation,\d{4}-\d{2}-\d{2}T[^,]+Z,-10,completed,The cause$/)])
})

test('transfer: to a member by referral code, reviewed, and found in both histories', async ({ page, request }) => {
  const [sender, friend] = [await fundedMember(request, 8), await newMember(request, { name: 'Grace Hopper' })]
  await openAs(page, sender, '/fund-transfer')
  await expect(page.getByRole('heading', { name: 'Transfer Funds' })).toBeVisible()
  await expect(page.getByText('Enter recipient details and amount.')).toBeVisible()

  await page.getByRole('tab', { name: 'Success' }).click()
  await expect(page.getByRole('heading', { name: 'Review Transfer' })).toBeVisible()
  await expect(page.getByText('Please send funds first')).toBeVisible()
  await page.getByRole('tab', { name: 'Dashboard' }).click()

  const send = page.getByRole('button', { name: 'Send Fund' })
  await send.click()
  await expect(page.getByText('Private key is required')).toBeVisible()
  await expect(page.getByText('Name is required')).toBeVisible()

  const recipient = page.getByLabel('Recipient Private Key')
  await recipient.fill('NOBODY99')
  await page.getByLabel('Amount', { exact: true }).fill('5.00001')
  await send.click()
  await page.getByRole('button', { name: 'Send $5.00001' }).click()
  await expectToast(page, /./)
  await expect(recipient).toHaveValue('NOBODY99')

  await recipient.fill(friend.referralCode)
  await send.click()
  const sheet = page.getByRole('dialog', { name: 'Send these funds?' })
  await expect(sheet.getByText(friend.referralCode)).toBeVisible()
  await expect(sheet).toContainText('$2.99999')
  await sheet.getByRole('button', { name: 'Send $5.00001' }).click()
  await expect(page.getByText('Transaction Successful')).toBeVisible()
  await expect(page.getByText('Grace Hopper has received $5.00001.')).toBeVisible()
  await expect(page.getByText('Transfer Id')).toBeVisible()

  await page.getByRole('tab', { name: 'Transfer History' }).click()
  const history = page.getByRole('table', { name: 'Transfer History' })
  await expect(history.getByRole('columnheader')).toHaveText([
    'Transfer Id',
    'Recipient Name',
    'Recipient Email',
    'Date',
    'Amount',
    'Status',
  ])
  const row = history.getByRole('row', { name: /Grace Hopper/ })
  await expect(row).toContainText(friend.email)
  await expect(row).toContainText('\u2212$5.00001')
  await expect(row).toContainText('Completed')
  const [head, newest] = await csvOf(page, 'Transfer History')
  expect(head).toBe('Transfer Id,Recipient Name,Recipient Email,Date,Amount,Status,Direction')
  expect(newest).toMatch(new RegExp(`,Grace Hopper,${friend.email},[^,]+Z,-5.00001,completed,sent$`))

  await page.evaluate(() => localStorage.clear())
  await openAs(page, friend, '/fund-transfer?tab=history')
  await expect(history.getByRole('row', { name: /Ada Lovelace/ })).toContainText('+$5.00001')
})

test('transfer: with 2FA on, a code is asked for once a day’s sum is reached, and a wrong one sends nothing', async ({
  page,
  request,
}) => {
  const [sender, friend] = [await fundedMember(request, 60), await newMember(request, { name: 'Grace Hopper' })]
  const secret = await turnOnTwoFactor(request, sender)
  await openInSession(page, sender, '/fund-transfer')
  const ask = async (amount: string) => {
    await page.getByLabel('Recipient Private Key').fill(friend.referralCode)
    await page.getByLabel('Amount', { exact: true }).fill(amount)
    await page.getByRole('button', { name: 'Send Fund' }).click()
  }
  const sheet = page.getByRole('dialog', { name: 'Send these funds?' })
  const code = sheet.getByLabel('Two-factor code')

  await ask('20')
  await sheet.getByRole('button', { name: 'Send $20.00000' }).click()
  await expect(page.getByText('Grace Hopper has received $20.00000.')).toBeVisible()
  await page.getByRole('button', { name: 'Send another' }).click()

  await ask('35')
  const send = sheet.getByRole('button', { name: 'Send $35.00000' })
  await expect(send).toBeVisible()
  await expect(code).toBeHidden()
  await send.click()
  await expect(code).toBeFocused()
  await send.click()
  await expect(sheet.getByText('Code is required')).toBeVisible()
  await code.fill('000000')
  await code.press('Enter')
  await expect(sheet.getByText(/^This code is not right/)).toBeVisible()
  await expect(code).toBeFocused()
  await expect(sheet, 'nothing was sent').toContainText('$5.00000')

  await code.fill(codeOf(secret, 'next'))
  await code.press('Enter')
  await expect(page.getByText('Grace Hopper has received $35.00000.')).toBeVisible()
  await page.getByRole('tab', { name: 'Transfer History' }).click()
  await expect(page.getByRole('row', { name: /Grace Hopper/ })).toHaveCount(2)
})

test('a lost reply: the history is checked, and the same transfer sent again takes effect once', async ({
  page,
  request,
}) => {
  const [sender, friend] = [await fundedMember(request, 6), await newMember(request, { name: 'Grace Hopper' })]
  await openAs(page, sender, '/fund-transfer')
  await page.route(
    '**/api/transfers/process',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await page.getByLabel('Recipient Private Key').fill(friend.privateKey)
  await page.getByLabel('Amount', { exact: true }).fill('4')
  await page.getByRole('button', { name: 'Send Fund' }).click()
  await page.getByRole('button', { name: 'Send $4.00000' }).click()
  await expectToast(page, 'Something went wrong')
  await page.getByRole('tab', { name: 'Transfer History' }).click()
  await page.getByRole('tab', { name: 'Dashboard' }).click()
  await expect(page.getByLabel('Recipient Private Key')).toHaveValue(friend.privateKey)
  await page.getByRole('button', { name: 'Send Fund' }).click()
  await page.getByRole('button', { name: 'Send $4.00000' }).click()
  await expect(page.getByText('Transaction Successful')).toBeVisible()
  await page.getByRole('tab', { name: 'Transfer History' }).click()
  await expect(page.getByRole('row', { name: /Grace Hopper/ })).toHaveCount(1)
  await page.getByRole('tab', { name: 'Dashboard' }).click()
  await expect(page.getByLabel('Recipient Private Key')).toHaveValue('')
  // An amount above the maximum is refused, and breaks nothing.
  await page.getByLabel('Amount', { exact: true }).fill('100000000000')
  await page.getByRole('button', { name: 'Send Fund' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.goto('/dashboard/transactions')
  await expect(page.getByRole('row', { name: /Transfer to Grace Hopper/ })).toContainText('\u2212$4.00000')
  await expect(page.getByRole('row', { name: /Transfer from Ada Moreno/ })).toContainText('+$6.00000')
})

test(
  'axe finds nothing on donations and transfers, and nothing is wider than 320 pixels',
  { tag: '@axe' },
  async ({ page, request }) => {
    await openAs(page, await fundedMember(request, 1), '/donate')
    await expect(page.getByText('No donations found.')).toBeVisible()
    await page.getByRole('button', { name: 'Submit' }).click()
    await expectNoViolations(page, 'donate with an error')
    await page.getByLabel('Amount').fill('1')
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectNoViolations(page, 'donate, confirmation')
    for (const tab of ['dashboard', 'success', 'history']) {
      await page.goto(`/dashboard/fund-transfer?tab=${tab}`)
      await expect(page.getByRole('tabpanel')).toBeVisible()
      await settled(page)
      await expectNoViolations(page, `fund transfer, ${tab}`)
    }
    await page.setViewportSize({ width: 320, height: 640 })
    for (const path of ['donate', 'fund-transfer', 'fund-transfer?tab=history']) {
      await page.goto(`/dashboard/${path}`)
      await arrived(page)
      await expectNoWiderThan(page, 320, path)
    }
  },
)
