import { expectNoViolations } from './axe.ts'
import { confirm, newAddress } from './console.ts'
import { openAs } from './operators.ts'
import { within } from './slowdown.ts'
import { expect as expectWithin, test } from './test.ts'

test.describe.configure(within(240_000))
const expect = expectWithin.configure(within(30_000))

test('two operators pay operations out through the vault, and never more than it holds', async ({
  page,
  olga,
  oscar,
}) => {
  await openAs(page, olga, '/operator/reserves')
  const payees = page.getByRole('table', { name: 'Causes and operations' })
  await expect(payees.getByRole('row', { name: /Operations/ })).toBeVisible()
  const propose = async (amount: string) => {
    await payees.getByRole('button', { name: 'Pay out to Operations' }).click()
    const sheet = page.getByRole('dialog', { name: 'Propose a payout to Operations' })
    await sheet.getByLabel('Amount in $').fill(amount)
    await sheet.getByLabel('Address').fill(newAddress())
    await sheet.getByLabel('Reason').fill('The rent of the office')
    return sheet
  }
  const refused = await propose('9999999')
  await expectNoViolations(page, 'payout sheet')
  await refused.getByRole('button', { name: 'Propose' }).click()
  await expect(refused.getByText(/does not cover/)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(refused).toBeHidden()

  const sheet = await propose('1.17')
  await sheet.getByRole('button', { name: 'Propose' }).click()
  await expect(sheet).toBeHidden()
  await openAs(page, oscar, '/operator/proposals')
  const proposal = page.getByRole('row').filter({ hasText: 'Pay $1.17000 out to operations' })
  await proposal.getByRole('button', { name: /^Agree/ }).click()
  await confirm(page, { button: 'Agree', reason: 'The bill is here' })
  await page.goto('/operator/withdrawals')
  await page.getByLabel('Show').selectOption('all')
  const row = page.getByRole('row').filter({ hasText: '$1.17000' })
  await expect(row).toContainText('Operations')
  await expect(row).toContainText('Paid', within(60_000))
})
