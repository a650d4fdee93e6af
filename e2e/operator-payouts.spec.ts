import { expectNoViolations } from './axe.ts'
import { confirm, newAddress, openCauseOf, signedIn } from './console.ts'
import { fundedMember } from './members.ts'
import { call, openAs } from './operators.ts'
import { expectNoWiderThan } from './people.ts'
import { within } from './slowdown.ts'
import { expect as expectWithin, test } from './test.ts'
import type { Locator } from '@playwright/test'

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
  await expect(refused.getByText(/does not cover/)).toHaveCount(1)
  await refused.getByRole('button', { name: 'Propose' }).click()
  await expect(refused.getByText(/does not cover/)).toHaveCount(2)
  await page.keyboard.press('Escape')
  await expect(refused).toBeHidden()

  const sheet = await propose('1.17')
  const effects = (inside: Locator) => inside.getByRole('table', { name: 'What it would change' })
  const expectEffects = async (inside: Locator) => {
    await expect(effects(inside).getByRole('row', { name: /^Operations/ })).toContainText('−$1.17000')
    await expect(effects(inside).getByRole('row', { name: /^Held/ })).toContainText('+$1.17000')
    for (const fact of ['Paid at', 'Vault pays at most at once', 'Vault has left for today (UTC)'])
      await expect(inside.getByText(fact, { exact: true })).toBeVisible()
  }
  await expectEffects(sheet)
  await expectNoViolations(page, 'payout sheet')
  await page.setViewportSize({ width: 320, height: 800 })
  await expectNoWiderThan(page, 320, 'payout sheet')
  await page.setViewportSize({ width: 1440, height: 900 })
  await sheet.getByRole('button', { name: 'Propose' }).click()
  await expect(sheet).toBeHidden()
  await openAs(page, oscar, '/operator/proposals')
  const proposal = page.getByRole('row').filter({ hasText: 'Pay $1.17000 out to operations' })
  await proposal.getByRole('button', { name: /^Agree/ }).click()
  await expectEffects(page.getByRole('dialog'))
  await confirm(page, { button: 'Agree', reason: 'The bill is here' })
  await page.goto('/operator/withdrawals')
  await page.getByLabel('Show').selectOption('all')
  const row = page.getByRole('row').filter({ hasText: '$1.17000' })
  await expect(row).toContainText('Operations')
  await expect(row).toContainText('Paid', within(60_000))
})

test('a cause is paid out from its page, and the sheet says before anybody signs what that will do', async ({
  page,
  olga,
  oscar,
}) => {
  const id = await openCauseOf(page.request, [olga, oscar], 'Nets of Lamu')
  const donor = signedIn(await fundedMember(page.request, 30, 'Nora Nets'))
  await call(page.request, donor, { path: '/donations/process', body: { amount: 20, cause_id: 'nets-of-lamu' } })
  await openAs(page, olga, `/operator/causes/${id}`)
  await page.getByRole('button', { name: 'Pay out' }).click()
  const sheet = page.getByRole('dialog', { name: 'Propose a payout to Nets of Lamu' })
  await expect(sheet).toContainText(/Holds\s*\$1\d\.\d{5}/)
  await sheet.getByLabel('Reason').fill('Their first nets')
  await sheet.getByRole('button', { name: 'Propose' }).click()
  await expect(sheet.getByText('Please give an amount.')).toBeVisible()
  await sheet.getByLabel('Amount in $').fill('5.03')
  await expect(sheet.getByText('Please give an amount.')).toBeHidden()
  const change = page.getByRole('dialog').getByRole('table', { name: 'What it would change' })
  await expect(change.getByRole('row', { name: /^Cause/ })).toContainText('−$5.03000')
  await expect(sheet.getByText('Address in force since')).toBeVisible()
  await expectNoViolations(page, 'payout sheet of a cause')
  await sheet.getByRole('button', { name: 'Propose' }).click()
  await expect(sheet).toBeHidden()

  await openAs(page, oscar, '/operator/proposals')
  const proposal = page.getByRole('row').filter({ hasText: 'Pay $5.03000 out to Nets of Lamu' })
  await proposal.getByRole('button', { name: /^Agree/ }).click()
  await expect(change.getByRole('row', { name: /^Cause/ })).toContainText('−$5.03000')
  await confirm(page, { button: 'Agree', reason: 'Seen their invoice' })
  await page.goto(`/causes/nets-of-lamu`)
  await expect(page.getByText('$5.03000').first()).toBeVisible(within(60_000))
})
