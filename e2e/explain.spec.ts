import { basename } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { expectNoViolations } from './axe.ts'
import { earningMember, withdrawAndCancel } from './earners.ts'
import { fundedMember, newMember, openAs, sendFromSample } from './members.ts'
import { expectNoWiderThan, settled, tabTo } from './people.ts'
import { SCREENS as ALL_SCREENS } from './screens.ts'
import { expect, test } from './test.ts'
import { failUntilTriedAgain } from './try-again.ts'

const LAST_PAGE = basename(ALL_SCREENS.member.at(-1)?.file ?? '', '.tsx')

/** Every screen that has figures, and which of them it must have. */
const SCREENS: [path: string, figures: string[]][] = [
  [
    '',
    [
      'available',
      'impact',
      'total_donation',
      'total_earn',
      'total_deposit',
      'total_withdraw',
      'earning_threshold',
      'network_size',
      'stage',
      'status',
      'active_members',
      'top_referrers',
      'entry',
    ],
  ],
  ['/network', ['stage', 'status', 'total_earn', 'member_stage', 'member_level']],
  ['/reports?tab=referrals', ['total_referrals', 'active_referrals', 'member_stage']],
  ['/reports?tab=earning', ['earned']],
  [
    '/reports?tab=performance',
    [
      'network_size',
      'team_donations',
      'stage',
      'threshold_use',
      'team_stage',
      'team_level',
      'joined',
      'team_size',
      'team_donation_count',
      'stage_requirement',
      'window_earned',
      'whole_threshold',
    ],
  ],
  ['/donate', ['min_donation', 'impact', 'cause_given', 'donation']],
  ['/withdraw', ['min_withdrawal', 'available', 'withdrawal']],
  ['/fund-transfer?tab=history', ['transfer']],
]

/** Of a figure that a screen has often, such as for each month. */
const OFTEN_MAX = process.env['TREFOIL_LONG'] === '1' ? 3 : 1

const sheetOf = (page: Page) => page.getByRole('dialog')
const figuresOf = (page: Page) => page.locator('main [data-figure]:visible')

/** The number in it: "4 Members", "Stage 1 of 10" and "−$20.00000" have one, a status has none. */
const numberIn = (text: string): string => /\d[\d,.]*/.exec(text)?.[0] ?? text

async function showAll(sheet: Locator): Promise<void> {
  const more = sheet.getByRole('button', { name: 'Show more' })
  while ((await more.count()) > 0) {
    const shown = await sheet.locator('[data-explained-amount]').count()
    await more.click()
    await expect.poll(() => sheet.locator('[data-explained-amount]').count()).toBeGreaterThan(shown)
  }
}

const dollarsOf = (number: string): number => Number(number.replaceAll(',', ''))

const sumOf = async (sheet: Locator): Promise<number> => {
  const amounts = await sheet
    .locator('[data-explained-amount]')
    .evaluateAll((all) => all.map((each) => Number(each.getAttribute('data-explained-amount'))))
  return amounts.reduce((sum, amount) => sum + Math.round(amount * 100_000), 0)
}

test('every figure opens its sheet, and the sheet adds up to it', async ({ page, request }) => {
  test.slow()
  const member = await earningMember(request)
  await withdrawAndCancel(request, member, 10)
  await openAs(page, member, '')
  for (const [path, expected] of SCREENS) {
    await page.goto(`/dashboard${path}`)
    await settled(page)
    await expect(figuresOf(page).first()).toBeVisible()
    const names = await figuresOf(page).evaluateAll((all) => all.map((each) => each.getAttribute('data-figure') ?? ''))
    expect([...new Set(names)].toSorted(), path).toEqual(expect.arrayContaining(expected))
    const seen = new Map<string, number>()
    for (const [index, name] of names.entries()) {
      const often = (seen.get(name) ?? 0) + 1
      seen.set(name, often)
      if (often > OFTEN_MAX) continue
      const figure = figuresOf(page).nth(index)
      const shown = numberIn(await figure.innerText())
      await figure.click()
      const sheet = sheetOf(page)
      const value = sheet.locator('[data-explained-value]')
      await expect(value, `${path} ${name}`).toBeVisible()
      const explained = numberIn(await value.innerText())
      // Others give to the same cause meanwhile.
      if (name === 'cause_given') expect(dollarsOf(explained)).toBeGreaterThanOrEqual(dollarsOf(shown))
      else expect(explained, `${path} ${name}`).toBe(shown)
      await expect(sheet.getByText('How it is calculated')).toBeVisible()
      await showAll(sheet)
      if ((await sheet.locator('[data-explained-amount]').count()) > 0) {
        const said = await sheet.getByText(/ (?:add up to|is) exactly /).innerText()
        const [, stated = ''] = said.split('exactly ')
        const total = Number(numberIn(stated).replace(/,|\.$/g, ''))
        const sign = stated.startsWith('\u2212') ? -1 : 1
        expect(sign * (await sumOf(sheet)), `${path} ${name}`).toBe(Math.round(total * 100_000))
        if (name !== 'earning_threshold' && name !== 'threshold_use')
          expect(total, `${path} ${name}`).toBe(dollarsOf(shown))
      }
      await page.keyboard.press('Escape')
      await expect(sheet).toHaveCount(0)
      await expect(figure).toBeFocused()
    }
  }
})

test('a long list is shown to its oldest entry, and says meanwhile what is missing', async ({ page, request }) => {
  const member = await newMember(request)
  for (let turn = 0; turn < 23; turn += 1) await sendFromSample(request, member, 0.01)
  await openAs(page, member, '')
  await page.locator('[data-figure="impact"]').first().click()
  const sheet = sheetOf(page)
  await expect(sheet.getByText('The 20 entries shown add up to $0.20000; older ones to $0.03000.')).toBeVisible()
  await sheet.getByRole('button', { name: 'Show more' }).click()
  await expect(sheet.getByText('All 23 entries add up to exactly $0.23000.')).toBeVisible()
  await expect(sheet.getByRole('button', { name: 'Show more' })).toHaveCount(0)
})

test('the rules are one step away, and what failed can be tried again', async ({ page, request }) => {
  const member = await fundedMember(request, 1)
  await openAs(page, member, '/withdraw')
  await failUntilTriedAgain(page, '**/api/explain/**')
  await page.locator('[data-figure="min_withdrawal"]').click()
  const sheet = sheetOf(page)
  await expect(sheet.getByText('This could not be explained right now.')).toBeVisible()
  await sheet.getByRole('button', { name: 'Try again' }).click()
  await sheet.getByRole('button', { name: /^Rules in force: version 1/ }).click()
  await expect(sheet.getByRole('heading', { name: 'Rules, version 1' })).toBeVisible()
  await expect(sheet.getByRole('table').getByRole('row')).toHaveCount(11)
  await sheet.getByRole('button', { name: 'Back to the figure' }).click()
  await expect(sheet.getByRole('heading', { name: 'Minimum withdraw' })).toBeVisible()
  await sheet.getByRole('button', { name: 'Close' }).click()
  await expect(sheet).toHaveCount(0)
})

test('axe finds nothing on sheets, and they fit 320 pixels', { tag: '@axe' }, async ({ page, request }) => {
  await openAs(page, await earningMember(request), '')
  const sheet = sheetOf(page)
  for (const figure of ['available', 'earning_threshold', 'network_size']) {
    await page.locator(`[data-figure="${figure}"]`).first().click()
    await expect(sheet.getByText('How it is calculated')).toBeVisible()
    await expectNoViolations(page, figure)
    await page.setViewportSize({ width: 320, height: 640 })
    await expectNoWiderThan(page, 320, figure)
    await page.setViewportSize({ width: 1440, height: 900 })
    if (figure === 'network_size') {
      await sheet.getByRole('button', { name: /^Rules in force/ }).click()
      await expect(sheet.getByRole('table')).toBeVisible()
      await expectNoViolations(page, 'rules')
    }
    await page.keyboard.press('Escape')
    await expect(sheet).toHaveCount(0)
  }
})

test('with the keyboard alone, from the figure and back to it', { tag: '@keyboard' }, async ({ page, request }) => {
  await openAs(page, await fundedMember(request, 2), '/donate')
  await settled(page)
  const figure = page.locator('[data-figure="impact"]').first()
  await tabTo(page, figure)
  await page.keyboard.press('Enter')
  await expect(sheetOf(page).getByText('The only entry is exactly $2.00000.')).toBeVisible()
  await tabTo(page, sheetOf(page).getByRole('button', { name: 'Close' }))
  await page.keyboard.press('Enter')
  await expect(sheetOf(page)).toHaveCount(0)
  await expect(figure).toBeFocused()
})

test('the figures above a chart open their sheets, also those of another month', async ({ page, request }) => {
  await openAs(page, await earningMember(request), '/reports?tab=earning')
  await settled(page)
  const chart = page.getByRole('figure').first()
  const months = chart.locator('svg > g:has(rect + rect)')
  await months.first().hover()
  const oldest = await chart.locator('figcaption > span').first().innerText()
  const figure = chart.locator('figcaption [data-figure="earned"]').first()
  const shown = await figure.innerText()
  await figure.click()
  await expect(sheetOf(page).locator('[data-explained-value]')).toHaveText(shown)
  await page.keyboard.press('Escape')
  await expect(sheetOf(page)).toHaveCount(0)
  await expect(chart.locator('figcaption > span').first()).toHaveText(oldest)
})

test('the sheet’s code is not part of the first load', { tag: '@desk-only' }, async ({ page, request }) => {
  await openAs(page, await fundedMember(request, 2), '')
  await settled(page)
  // The other screens' code comes when the browser is idle.
  await page.waitForFunction(
    (last) => performance.getEntriesByType('resource').some(({ name }) => name.includes(last)),
    LAST_PAGE,
  )
  const sheets = () =>
    page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .filter((name) => name.includes('explain-sheet')),
    )
  expect(await sheets()).toEqual([])
  await page.locator('[data-figure="impact"]').hover()
  await expect.poll(async () => (await sheets()).length).toBeGreaterThan(0)
})
