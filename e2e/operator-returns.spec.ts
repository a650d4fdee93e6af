import { expectNoViolations } from './axe.ts'
import { changeProgramme, confirm, newAddress, rowOf, signedIn } from './console.ts'
import { newMember } from './members.ts'
import { call, openAs } from './operators.ts'
import { within } from './slowdown.ts'
import { expect as expectWithin, test } from './test.ts'

test.describe.configure(within(240_000))
const expect = expectWithin.configure(within(30_000))

test('a member returns a deposit that was not spent, an operator approves it, and it is paid', async ({
  page,
  request,
  olga,
  oscar,
}) => {
  const member = signedIn(await newMember(request))
  const deposited = { path: '/users/profile' }
  const { data: wallet } = await call<{ data: { wallet_address: string } }>(request, member, {
    path: '/wallet/generate',
    body: {},
  })
  await call(request, member, { path: '/demo/pay', body: { address: wallet.wallet_address, amount: 23.45 } })
  await expect
    .poll(async () => {
      const { data } = await call<{ data: { balances: { deposit_balance: number } } }>(request, member, deposited)
      return data.balances.deposit_balance
    })
    .toBe(23.45)

  await test.step('the choice is there once the programme offers it', async () => {
    await openAs(page, member, '/dashboard/withdraw')
    await expect(page.getByText('Available to withdraw $0.00000')).toBeVisible()
    await expect(page.getByRole('radio', { name: /Return a deposit/ })).toBeHidden()
    await changeProgramme(request, [olga, oscar], () => ({ offers_returns: true }))
    await page.goto('/dashboard/setting?tab=data')
    await expect(page.getByText('$23.45000 of your deposits is not spent')).toBeVisible()
    await page.getByRole('link', { name: 'Return a deposit' }).click()
    await expect(page.getByRole('radio', { name: /Withdraw earnings/ })).toBeChecked()
    await page.getByRole('radio', { name: /Return a deposit/ }).check()
    await expectNoViolations(page, 'withdraw')
  })

  await test.step('and says what can be returned, and why', async () => {
    const choices = page.getByRole('group')
    await choices.locator('[data-figure="returnable"]').click()
    const explained = page.getByRole('dialog', { name: 'Deposit to return' })
    await expect(explained.locator('[data-explained-value]')).toHaveText('$23.45000')
    await page.keyboard.press('Escape')
    // Asking is not choosing, and the other way round.
    await choices.locator('[data-figure="available"]').click()
    await expect(page.getByRole('dialog', { name: 'Available to withdraw' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('radio', { name: /Return a deposit/ })).toBeChecked()
  })

  await page.getByRole('button', { name: 'Max' }).click()
  await expect(page.getByPlaceholder('Enter your amount USD')).toHaveValue('23.45000')
  await page.getByPlaceholder('Enter your withdraw wallet address').fill(newAddress())
  await page.getByRole('button', { name: 'Confirm' }).click()
  const sheet = page.getByRole('dialog', { name: 'Return this deposit?' })
  await expect(sheet).toContainText('Remains afterwards')
  await sheet.getByRole('button', { name: 'Return $23.45000' }).click()
  const line = page.getByRole('row', { name: /Withdrawal/ })
  await expect(line).toContainText('Pending')
  // Nothing is left to return.
  await expect(page.getByRole('radio', { name: /Return a deposit/ })).toBeHidden()

  await openAs(page, olga, '/operator/withdrawals')
  await expect(rowOf(page, 23.45)).toContainText('Return of a deposit')
  await rowOf(page, 23.45)
    .getByRole('button', { name: /^Approve/ })
    .click()
  await confirm(page, { button: 'Approve', reason: 'Their own deposit' })
  await page.getByLabel('Show').selectOption('all')
  await expect(rowOf(page, 23.45)).toContainText('Paid', within(60_000))
  await openAs(page, member, '/dashboard/withdraw')
  await expect(line).toContainText('Completed')
})
