import { confirm } from './console.ts'
import { openAs } from './operators.ts'
import { within } from './slowdown.ts'
import { expect as expectWithin, test } from './test.ts'

test.describe.configure(within(240_000))
const expect = expectWithin.configure(within(30_000))

test('make a key for a program, which reads what was chosen until it is revoked', async ({ page, olga, request }) => {
  const name = `Books ${Date.now()}`
  await openAs(page, olga, '/operator/programs')
  await page.getByRole('button', { name: 'Make a key' }).click()
  const sheet = page.getByRole('dialog', { name: 'A key for a program' })
  await sheet.getByLabel('Name').fill(name)
  await sheet.getByLabel('Reason').fill('The accountants asked')
  await sheet.getByRole('button', { name: 'Make a key' }).click()
  await expect(sheet.getByText('Choose what it may read.')).toBeVisible()
  await sheet.getByLabel('Ledger').check()
  await sheet.getByLabel('Lasts').selectOption('A week')
  await sheet.getByRole('button', { name: 'Make a key' }).click()

  const shown = page.getByRole('dialog', { name: 'Your key' })
  await shown.getByRole('button', { name: 'Copy the key' }).click()
  const key = await page.evaluate(() => navigator.clipboard.readText())
  await expect(shown.getByText(key)).toBeVisible()
  await shown.getByRole('button', { name: 'I have copied it' }).click()
  await expect(page.getByText(key)).toHaveCount(0)

  const read = async (path: string) =>
    (await request.get(`/api/operator/${path}`, { headers: { authorization: `Bearer ${key}` } })).status()
  expect([await read('ledger/accounts'), await read('members')]).toEqual([200, 403])

  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row).toContainText('Active')
  await row.getByRole('button', { name: `Revoke the key of ${name}` }).click()
  await confirm(page, { button: 'Revoke', reason: 'They have what they need' })
  await expect(row).toContainText('Revoked')
  expect(await read('ledger/accounts')).toBe(401)
})
