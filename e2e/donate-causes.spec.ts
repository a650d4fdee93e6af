import { expectNoViolations } from './axe.ts'
import { fundedMember, openAs } from './members.ts'
import { expectNoWiderThan } from './people.ts'
import { expect, expectToast, test } from './test.ts'

test('donate: one chooses among the open causes, and sees what became of the donation', async ({ page, request }) => {
  const member = await fundedMember(request, 40)
  await openAs(page, member, '/donate')
  const choice = page.getByLabel('Cause', { exact: true })
  await expect(choice.locator('option')).toHaveText(['The cause', 'Clean water', 'School meals'])
  await expect(page.getByRole('heading', { level: 2, name: 'The cause' })).toBeVisible()
  await choice.selectOption('Clean water')
  await expect(page.getByRole('heading', { level: 2, name: 'Clean water' })).toBeVisible()
  await expect(page.getByText(/^Given so far \$[\d,]+\.\d{5}$/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'More about Clean water' })).toHaveAttribute(
    'href',
    '/causes/clean-water',
  )

  await page.getByLabel('Amount').fill('20')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('dialog', { name: 'Make this donation?' })).toContainText('Clean water')
  await page.getByRole('button', { name: 'Donate $20.00000' }).click()
  await expectToast(page, /Your donation of \$20\.00000 was made/)

  const thanks = page.getByRole('region', { name: 'Thank you! Where your $20.00000 for Clean water went' })
  await expect(thanks.getByRole('img')).toHaveAccessibleName(/^How the donation was divided: Clean water \$14\.00000/)
  const table = thanks.getByRole('table', { name: 'How it was divided' })
  await expect(table.getByRole('columnheader')).toHaveText(['To', 'Share', 'Amount', 'Why'])
  await expect(table.getByRole('row', { name: /^Clean water 70 %/ })).toContainText('Its own share')
  await expect(table.getByRole('row', { name: /^Operations 5 % \$1\.00000/ })).toContainText('Runs the programme')
  await expect(choice).toHaveValue('clean-water')

  const history = page.getByRole('table', { name: 'Recent Transaction' })
  await expect(history.getByRole('row', { name: /Donation/ })).toContainText('to Clean water')
  await expectNoViolations(page, 'a donation and its division')
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoWiderThan(page, 320, 'a donation and its division')
})
