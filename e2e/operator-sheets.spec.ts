import type { Locator } from '@playwright/test'
import { makeDonation, openMember } from './console.ts'
import { newMember } from './members.ts'
import { openAs } from './operators.ts'
import { within } from './slowdown.ts'
import { expect as expectWithin, test } from './test.ts'

const expect = expectWithin.configure(within(30_000))

for (const [width, height] of [
  [375, 667],
  [1440, 700],
] as const) {
  test.describe(`at ${width} × ${height}`, () => {
    test.use({ viewport: { width, height } })

    test('the buttons of a tall sheet are always in view, and what is wrong with it comes into view', async ({
      page,
      olga,
    }) => {
      await openAs(page, olga, `/operator/ledger/journals/${await makeDonation(page, olga)}`)
      await page.getByRole('button', { name: 'Reverse…' }).click()
      const sheet = page.getByRole('dialog')
      await expect(page.getByRole('table', { name: 'What it would change' })).toHaveAttribute('data-state', 'filled')
      expect(await sheet.evaluate((shown) => shown.scrollHeight - shown.clientHeight)).toBeGreaterThan(0)
      expect(await sheet.evaluate((shown) => shown.scrollTop)).toBe(0)
      for (const name of ['Back', 'Propose']) {
        const button = sheet.getByRole('button', { name, exact: true })
        await expect(button).toBeInViewport({ ratio: 1 })
        expect(await button.evaluate(whereItIsHidden)).toEqual([])
      }

      await sheet.getByRole('button', { name: 'Propose', exact: true }).click()
      await expect(sheet.getByLabel('Reason')).toBeFocused()
      expect(await isFocusInSight(sheet)).toBe(true)
      await expect(sheet.getByText('Please give a reason of at least three characters.')).toBeInViewport({ ratio: 1 })
    })

    test('the focus is never behind them', { tag: '@keyboard' }, async ({ page, olga }) => {
      await openAs(page, olga, `/operator/ledger/journals/${await makeDonation(page, olga)}`)
      await page.getByRole('button', { name: 'Reverse…' }).click()
      const sheet = page.getByRole('dialog')
      await expect(page.getByRole('table', { name: 'What it would change' })).toHaveAttribute('data-state', 'filled')
      const ends = {
        first: sheet.getByRole('checkbox'),
        last: sheet.getByRole('button', { name: 'Propose', exact: true }),
      }
      await ends.first.focus()
      await expectFocusInSight(sheet, { until: ends.last, key: 'Tab' })
      await sheet.evaluate((shown) => shown.scrollTo(0, 0))
      await expectFocusInSight(sheet, { until: ends.first, key: 'Shift+Tab' })
    })

    test('so is the button that closes the details of a withdrawal', async ({ page, olga }) => {
      await openAs(page, olga, '/operator/withdrawals')
      await page.getByLabel('Show').selectOption('all')
      await page
        .getByRole('button', { name: /^Details/ })
        .first()
        .click()
      const sheet = page.getByRole('dialog')
      await expect(sheet.getByRole('table').first()).toBeAttached()
      await expect(sheet.getByRole('button', { name: 'Close' })).toBeInViewport({ ratio: 1 })
      expect(await sheet.evaluate((shown) => shown.scrollTop)).toBe(0)
    })
  })
}

test.describe('in a low window', () => {
  test.use({ viewport: { width: 375, height: 480 } })

  test(
    'a message beside the buttons does not cover the field that has the focus',
    { tag: '@keyboard' },
    async ({ page, olga }) => {
      await openMember(page, olga, await newMember(page.request, { name: 'Lotte Low' }))
      await page.getByRole('button', { name: 'Propose adjustment' }).click()
      const sheet = page.getByRole('dialog')
      await sheet.getByLabel('Reason').fill('No amount')
      await page.keyboard.press('Enter')
      await expect(sheet.getByRole('alert')).toBeInViewport({ ratio: 1 })
      await expect(sheet.getByLabel('Reason')).toBeFocused()
      await expect.poll(() => isFocusInSight(sheet)).toBe(true)
    },
  )
})

/** Every position of the sheet at which something else, such as the head of a table, lies over the button. */
function whereItIsHidden(button: Element): number[] {
  const sheet = button.closest('dialog')!
  const hidden: number[] = []
  for (let top = sheet.scrollHeight; top >= 0; top -= 16) {
    sheet.scrollTo({ top, behavior: 'instant' })
    const { left, width, top: upper, height } = button.getBoundingClientRect()
    if (!button.contains(document.elementFromPoint(left + width / 2, upper + height / 2))) hidden.push(top)
  }
  return hidden
}

async function expectFocusInSight(sheet: Locator, { until, key }: { until: Locator; key: string }): Promise<void> {
  do {
    await sheet.page().keyboard.press(key)
    expect(await isFocusInSight(sheet), `after ${key}`).toBe(true)
  } while (!(await until.evaluate((goal) => goal === document.activeElement)))
}

/** Whether the upper and the lower edge of what has the focus are what one sees there. */
const isFocusInSight = (sheet: Locator): Promise<boolean> =>
  sheet.evaluate((shown) => {
    const focused = document.activeElement
    // The focus may leave for the browser's own controls.
    if (!focused || !shown.contains(focused) || focused === shown) return true
    const { left, width, top, bottom } = focused.getBoundingClientRect()
    return [top + 1, bottom - 1].every((y) => focused.contains(document.elementFromPoint(left + width / 2, y)))
  })
