import { confirm, newAddress, openMember, signedIn } from './console.ts'
import { fundedMember, newMember } from './members.ts'
import { call, openAs, type Signed } from './operators.ts'
import { within } from './slowdown.ts'
import { expect as expectWithin, test } from './test.ts'

test.describe.configure(within(240_000))
const expect = expectWithin.configure(within(30_000))

test('adjust a balance with two operators', async ({ page, olga, oscar }) => {
  const person = await newMember(page.request, { name: 'Gustav Given' })
  const member = signedIn(person)
  await openMember(page, olga, person)
  await page.getByRole('button', { name: 'Propose adjustment' }).click()
  await page.getByLabel('Amount in dollars').fill('12.5')
  await confirm(page, { button: 'Propose', reason: 'Bank fee given back' })

  await page.goto('/operator/proposals')
  const row = page.getByRole('row').filter({ hasText: 'Gustav Given' })
  await expect(row).toContainText('Yours: another operator has to agree')
  await expect(row.getByRole('button', { name: /^Agree/ })).toHaveCount(0)

  await openAs(page, oscar, '/operator/proposals')
  await row.getByRole('button', { name: /^Agree/ }).click()
  await confirm(page, { button: 'Agree', reason: 'Seen the receipt' })
  await expect(row).toBeHidden()

  await openAs(page, member, '/dashboard')
  await expect(page.getByText('$12.50000').first()).toBeVisible()
})

test('reverse a donation with two operators, and everybody concerned sees it', async ({ page, olga, oscar }) => {
  const person = await fundedMember(page.request, 30, 'Rosa Reversed')
  const member = signedIn(person)
  await call(page.request, member, { path: '/donations/process', body: { amount: 20 } })
  await openMember(page, olga, person)
  await page.getByRole('tab', { name: 'Statement' }).click()
  const donation = page.getByRole('row').filter({ hasText: 'Donation' })
  await donation.getByRole('link', { name: /^Journal/ }).click()
  await page.getByRole('button', { name: 'Reverse…' }).click()
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByRole('row').filter({ hasText: 'Rosa Reversed, Impact' })).toContainText('+$20.00000')
  await expect(sheet.getByRole('row').filter({ hasText: 'Cause' })).toBeVisible()
  await expect(sheet.getByRole('row').filter({ hasText: '1 to 0' })).toBeVisible()
  await confirm(page, { button: 'Propose', reason: 'Typed one zero too many' })

  await openAs(page, oscar, '/operator/proposals')
  const row = page.getByRole('row').filter({ hasText: 'Typed one zero too many' })
  await row.getByRole('button', { name: /^Agree/ }).click()
  await expect(sheet.getByRole('row').filter({ hasText: 'Rosa Reversed, Impact' })).toContainText('+$20.00000')
  await confirm(page, { button: 'Agree', reason: 'Asked her on the telephone' })
  await expect(row).toBeHidden()

  await openMember(page, oscar, person)
  await page.getByRole('tab', { name: 'Statement' }).click()
  await donation.getByRole('link', { name: /^Journal/ }).click()
  await expect(page.getByRole('button', { name: 'Reverse…' })).toHaveCount(0)
  await page.getByRole('link', { name: /^Reversed by journal/ }).click()
  await expect(page.getByRole('link', { name: /^Reversal of journal/ })).toBeVisible()

  await openAs(page, member, '/dashboard/transactions')
  const reversal = page
    .getByRole('row')
    .filter({ hasText: /Reversal of your donation of \$20\.00000 on .*: Typed one/ })
  await reversal.getByRole('link', { name: 'See the original' }).click()
  await expect(page.locator('[aria-current]').getByRole('cell', { name: 'Reversed' })).toBeInViewport()
})

test('declare an own funding address with two operators, and retract it', async ({ page, olga, oscar }) => {
  const sheet = page.getByRole('dialog')
  const declared = page.getByRole('row').filter({ hasText: 'Refill wallet' })
  const agree = async (operator: Signed, why: string) => {
    await openAs(page, operator, '/operator/proposals')
    const proposal = page.getByRole('row').filter({ hasText: why })
    await proposal.getByRole('button', { name: /^Agree/ }).click()
    await expect(sheet).toContainText('Refill wallet')
    await confirm(page, { button: 'Agree', reason: 'Seen in the custody account' })
    await expect(proposal).toBeHidden()
    await page.goto('/operator/reserves')
    await expect(page.getByRole('table', { name: 'Own funding addresses' })).toHaveAttribute('aria-busy', 'false')
  }
  await openAs(page, olga, '/operator/reserves')
  await page.getByRole('button', { name: 'Declare address' }).click()
  await sheet.getByLabel('Name', { exact: true }).fill('Refill wallet')
  await sheet.getByLabel('Reason').fill('We refill the vault from it')
  await sheet.getByRole('button', { name: 'Propose' }).click()
  await expect(sheet.getByText('Please give an address and a name.')).toBeVisible()
  await sheet.getByLabel('Address', { exact: true }).fill(newAddress())
  await confirm(page, { button: 'Propose', reason: 'We refill the vault from it' })
  await agree(oscar, 'We refill the vault from it')
  await expect(declared).toContainText('0.00000')

  await declared.getByRole('button', { name: 'Retract Refill wallet' }).click()
  await confirm(page, { button: 'Propose', reason: 'The wallet was closed' })
  await agree(olga, 'The wallet was closed')
  await expect(declared).toHaveCount(0)
})
