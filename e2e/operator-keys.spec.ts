import { randomBytes } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { openAs } from './operators.ts'
import { tabTo } from './people.ts'
import { within } from './slowdown.ts'
import { expect as expectWithin, test } from './test.ts'

test.describe.configure(within(180_000))
const expect = expectWithin.configure(within(20_000))

async function press(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}

async function type(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field)
  await page.keyboard.type(text)
}

test(
  'write a cause, say what was done, and begin a payout with the keyboard alone',
  { tag: '@keyboard' },
  async ({ page, olga }) => {
    const sheet = page.getByRole('dialog')
    const unique = randomBytes(4).toString('hex')

    await test.step('write a cause', async () => {
      await openAs(page, olga, '/operator/causes')
      await press(page, page.getByRole('link', { name: 'Write a new cause' }))
      await type(page, page.getByLabel('Name', { exact: true }), `Keys ${unique}`)
      await type(page, page.getByLabel('Address of its page'), `keys-${unique}`)
      await type(page, page.getByLabel('Summary'), 'Written without a mouse.')
      await press(page, page.getByRole('button', { name: 'Add a jurisdiction' }))
      await type(page, page.getByLabel('Jurisdiction (two letters)'), 'de')
      await press(page, page.getByRole('button', { name: 'Remove jurisdiction 1' }))
      await press(page, page.getByRole('button', { name: 'Save', exact: true }))
      await type(page, sheet.getByLabel('Reason'), 'By keys')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { level: 1, name: `Keys ${unique}` })).toBeVisible()
      await press(page, page.getByRole('button', { name: 'Open', exact: true }))
      await expect(sheet).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('button', { name: 'Open', exact: true })).toBeFocused()
    })

    await test.step('post, correct and withdraw an update', async () => {
      await press(page, page.getByRole('link', { name: 'All causes' }))
      await press(page, page.getByRole('link', { name: 'The cause', exact: true }))
      await tabTo(page, page.getByRole('tab', { name: 'Record' }))
      await page.keyboard.press('ArrowRight')
      await press(page, page.getByRole('button', { name: 'Post an update' }))
      await type(page, sheet.getByLabel('Title'), `News ${unique}`)
      await type(page, sheet.getByLabel('Text'), 'Typed.')
      await press(page, sheet.getByRole('button', { name: 'Publish' }))
      await expect(sheet).toBeHidden()
      await expect(page.getByRole('button', { name: 'Post an update' })).toBeFocused()
      await press(page, page.getByRole('button', { name: `Correct: News ${unique}` }))
      await type(page, sheet.getByLabel('Text'), ' Corrected.')
      await type(page, sheet.getByLabel('Reason'), 'By keys')
      await page.keyboard.press('Enter')
      await expect(sheet).toBeHidden()
      // Whoever withdraws has to have read what it says now.
      await expect(page.getByText('Corrected.').first()).toBeVisible()
      await press(page, page.getByRole('button', { name: `Withdraw: News ${unique}` }))
      await type(page, sheet.getByLabel('Reason'), 'By keys')
      await page.keyboard.press('Enter')
      await expect(sheet).toBeHidden()
      await expect(page.getByText(/^Withdrawn by Olga Operator/).first()).toBeVisible()
    })

    await test.step('see what a payout would do, and leave it', async () => {
      await press(page, page.getByRole('button', { name: 'Pay out' }))
      await type(page, sheet.getByLabel('Amount in $'), '1')
      await expect(sheet.getByRole('table')).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(sheet).toBeHidden()
      await expect(page.getByRole('button', { name: 'Pay out' })).toBeFocused()
    })
  },
)
