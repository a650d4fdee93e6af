import { randomBytes } from 'node:crypto'
import { expectNoViolations } from './axe.ts'
import { confirm } from './console.ts'
import { call, openAs } from './operators.ts'
import { expectNoWiderThan } from './people.ts'
import { within } from './slowdown.ts'
import { expect as expectWithin, test } from './test.ts'

test.describe.configure(within(120_000))
const expect = expectWithin.configure(within(20_000))

test('two operators write at one cause: the second is told, and nobody loses a word', async ({
  page,
  olga,
  oscar,
  browser,
}) => {
  const slug = `beside-${randomBytes(4).toString('hex')}`
  const draft = {
    slug,
    name: 'Beside',
    summary: '',
    story: '',
    picture: null,
    picture_description: '',
    legal_name: '',
    country: null,
    registration_number: '',
    link: '',
    deductible: [],
    why: 'For a test',
  }
  const { data } = await call<{ data: { id: number } }>(page.request, olga, { path: '/operator/causes', body: draft })
  const path = `/operator/causes/${data.id}`
  await openAs(page, olga, path)
  const others = await browser.newPage()
  await openAs(others, oscar, path)
  await page.getByLabel('Story', { exact: true }).fill('What Olga wrote.')
  await page.getByLabel('Registration number').fill('Olga 1')

  await others.getByLabel('Story', { exact: true }).fill('What Oscar wrote.')
  await others.getByLabel('Legal name').fill('Oscar e.V.')
  await others.getByRole('button', { name: 'Save', exact: true }).click()
  await confirm(others, { button: 'Save', reason: 'A better story' })

  const sheet = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await sheet.getByLabel('Reason').fill('Another story')
  await sheet.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(sheet.getByRole('alert')).toContainText('Oscar Operator changed this cause meanwhile')
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()

  // Hers is there, what she did not touch is his, and what both wrote is shown beside hers.
  await expect(page.getByLabel('Story', { exact: true })).toHaveValue('What Olga wrote.')
  await expect(page.getByLabel('Registration number')).toHaveValue('Olga 1')
  await expect(page.getByLabel('Legal name')).toHaveValue('Oscar e.V.')
  const notice = page.getByRole('region', { name: /^Oscar Operator changed this cause meanwhile/ })
  await expect(notice).toContainText('What Oscar wrote.')
  await expect(notice).toContainText('Legal name')
  await expectNoViolations(page, 'changed meanwhile')
  const usual = page.viewportSize() ?? { width: 1440, height: 900 }
  for (const width of [320, 375]) {
    await page.setViewportSize({ ...usual, width })
    await expectNoWiderThan(page, width, 'changed meanwhile')
  }
  await page.setViewportSize(usual)

  await notice.getByRole('button', { name: 'Take theirs: Story' }).click()
  await expect(page.getByLabel('Story', { exact: true })).toHaveValue('What Oscar wrote.')
  await page.getByLabel('Story', { exact: true }).fill('What both wrote.')
  await notice.getByRole('button', { name: 'Keep mine' }).click()
  await expect(notice).toBeHidden()
  await page.getByRole('tab', { name: 'Updates' }).click()
  await page.getByRole('tab', { name: 'Record' }).click()
  await expect(page.getByLabel('Story', { exact: true })).toHaveValue('What both wrote.')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await confirm(page, { button: 'Save', reason: 'Both stories' })
  await others.reload()
  await expect(others.getByLabel('Story', { exact: true })).toHaveValue('What both wrote.')
  await expect(others.getByLabel('Registration number')).toHaveValue('Olga 1')
  await expect(others.getByLabel('Legal name')).toHaveValue('Oscar e.V.')
  await others.close()
})
