import { expectNoViolations } from './axe.ts'
import { confirm, newAddress, signedIn } from './console.ts'
import { fundedMember } from './members.ts'
import { call, openAs } from './operators.ts'
import { expectNoWiderThan, settled } from './people.ts'
import { within } from './slowdown.ts'
import { expect as expectWithin, test } from './test.ts'
import type { Page } from '@playwright/test'

test.describe.configure(within(240_000))
const expect = expectWithin.configure(within(30_000))

const STORY = `# Why wells

${'Every morning the children of the village walk four kilometres for water that nobody should drink. '.repeat(6)}

- A pump lasts **twenty years**
- A well serves ${'six hundred people, '.repeat(8)}and their animals

> Water is the first medicine.

[Their own page](https://example.org/wells), and one very long word: ${'well'.repeat(30)}`

/** The steps whose screens differ most from all others. The long form checks every step with axe. */
const ALWAYS_CHECKED = new Set(['new cause', 'updates', 'public page'])

async function expectNothingWrong(page: Page, screen: string): Promise<void> {
  await settled(page)
  const usual = page.viewportSize() ?? { width: 1440, height: 900 }
  for (const width of [320, 375]) {
    await page.setViewportSize({ ...usual, width })
    await expectNoWiderThan(page, width, screen)
  }
  await page.setViewportSize(usual)
  if (process.env['TREFOIL_LONG'] === '1' || ALWAYS_CHECKED.has(screen)) await expectNoViolations(page, screen)
}

test('write a cause with a picture, open it with two operators, post an update, and its donor is told', async ({
  page,
  olga,
  oscar,
}) => {
  const sheet = page.getByRole('dialog')
  await openAs(page, olga, '/operator/causes')
  await expectNothingWrong(page, 'list')
  const picture = { name: 'well.png', mimeType: 'image/png', buffer: await page.screenshot() }
  await page.getByRole('link', { name: 'Write a new cause' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Wells of Kitui')
  await page.getByLabel('Address of its page').fill('wells-of-kitui')
  await page.getByLabel('Summary').fill('Clean water for ten villages.')
  await page.getByLabel('Story').fill(STORY)
  await page.getByLabel('Picture', { exact: true }).setInputFiles(picture)
  await page.getByLabel('What the picture shows').fill('A new well')
  await page.getByLabel('Legal name').fill('Wells e.V.')
  await page.getByLabel('Country').fill('ke')
  await page.getByLabel('Link', { exact: true }).fill('https://example.org/wells')
  await page.getByRole('button', { name: 'Add a jurisdiction' }).click()
  await page.getByLabel('Jurisdiction (two letters)').fill('de')
  await page.getByLabel('Words on the receipt').fill('Steuerlich abzugsfähig.')
  await expectNothingWrong(page, 'new cause')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expectNothingWrong(page, 'saving')
  await confirm(page, { button: 'Save', reason: 'As the meeting decided' })

  await expect(page.getByRole('heading', { level: 1, name: 'Wells of Kitui' })).toBeVisible()
  expect((await page.request.get('/causes/wells-of-kitui')).status()).toBe(404)
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await sheet.getByLabel('Reason').fill('They signed the agreement')
  await sheet.getByRole('button', { name: 'Propose' }).click()
  await expect(sheet.getByText('Please give an address.')).toBeVisible()
  await sheet.getByLabel('Address where it is paid').fill(newAddress())
  await expectNothingWrong(page, 'opening')
  await confirm(page, { button: 'Propose', reason: 'They signed the agreement' })
  await page.reload()
  await expectNothingWrong(page, 'draft')

  await openAs(page, oscar, '/operator/proposals')
  const proposal = page.getByRole('row').filter({ hasText: 'They signed the agreement' })
  await proposal.getByRole('button', { name: /^Agree/ }).click()
  await expect(sheet).toContainText('Wells of Kitui')
  await expectNothingWrong(page, 'agreeing')
  await confirm(page, { button: 'Agree', reason: 'Seen the agreement' })
  await expect(proposal).toBeHidden()

  const donor = signedIn(await fundedMember(page.request, 30, 'Wanda Wells'))
  await call(page.request, donor, { path: '/donations/process', body: { amount: 20, cause_id: 'wells-of-kitui' } })

  await openAs(page, oscar, '/operator/causes')
  await expectNothingWrong(page, 'list of two')
  await page.getByRole('link', { name: 'Wells of Kitui' }).click()
  await page.getByRole('tab', { name: 'Updates' }).click()
  await page.getByRole('button', { name: 'Post an update' }).click()
  await sheet.getByLabel('Title').fill('Two wells were dug')
  await sheet.getByLabel('Text').fill('With **your** money.')
  await sheet.getByLabel('Add a picture').setInputFiles(picture)
  await sheet.getByLabel('What the picture shows').fill('The first of them')
  await expectNothingWrong(page, 'update')
  await sheet.getByRole('button', { name: 'Publish' }).click()
  await expect(sheet).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Two wells were dug' })).toBeVisible()
  await expectNothingWrong(page, 'updates')
  await page.getByRole('button', { name: 'Correct: Two wells were dug' }).click()
  await sheet.getByLabel('Title').fill('Three wells were dug')
  await expectNothingWrong(page, 'correction')
  await confirm(page, { button: 'Correct', reason: 'One was forgotten' })
  await expect(page.getByRole('heading', { name: 'Three wells were dug' })).toBeVisible()
  await expect(page.getByText(/^Corrected by Oscar Operator, /)).toBeVisible()
  await page.getByRole('button', { name: 'Post an update' }).click()
  await sheet.getByLabel('Title').fill('Said too early')
  await sheet.getByLabel('Text').fill('A fourth one.')
  await sheet.getByRole('button', { name: 'Publish' }).click()
  await expect(sheet).toBeHidden()
  await page.getByRole('button', { name: 'Withdraw: Said too early' }).click()
  await expectNothingWrong(page, 'withdrawing')
  await confirm(page, { button: 'Withdraw', reason: 'It is not dug yet' })
  await expect(page.getByText(/^Withdrawn by Oscar Operator, /)).toBeVisible()
  await expectNothingWrong(page, 'withdrawn')
  for (const name of ['Change address', 'Close']) {
    await page.getByRole('button', { name, exact: true }).click()
    await expectNothingWrong(page, name)
    await page.keyboard.press('Escape')
    await expect(sheet).toBeHidden()
  }

  await page.getByRole('link', { name: 'Public page' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Wells of Kitui' })).toBeVisible()
  await expect(page.getByRole('img', { name: 'A new well' })).toBeVisible()
  await expect(page.getByRole('img', { name: 'The first of them' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Three wells were dug' })).toBeVisible()
  await expect(page.getByText(/^corrected on /)).toBeVisible()
  await expect(page.getByText('Said too early')).toBeHidden()
  await expectNothingWrong(page, 'public page')
  await page.goto('/causes')
  await expect(page.getByRole('link', { name: 'Wells of Kitui', exact: true })).toBeVisible()
  await expectNothingWrong(page, 'public list')

  await openAs(page, donor, '/dashboard/inbox')
  const news = page.getByRole('list', { name: 'Inbox' }).getByRole('link', { name: /Three wells were dug/ })
  await expect(news).toContainText('News from Wells of Kitui, to which you gave.', within(60_000))
  const opened = page.waitForEvent('popup')
  await news.click()
  await expect(await opened).toHaveURL(/\/causes\/wells-of-kitui$/)
})
