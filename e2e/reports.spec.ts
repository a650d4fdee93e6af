import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { expectNoViolations } from './axe.ts'
import { memberWithGiver } from './earners.ts'
import { enterAsSample, openAs } from './members.ts'
import { expectNoWiderThan, goTo } from './people.ts'
import { memberWithTeam } from './teams.ts'
import { expect, test } from './test.ts'
import { failUntilTriedAgain } from './try-again.ts'

const graphOf = (page: Page) => page.getByRole('group', { name: 'Team tree graph' })

async function openTab(page: Page, name: string): Promise<void> {
  await page.getByRole('tab', { name, exact: true }).click()
  await expect(page.getByRole('tab', { name, exact: true })).toHaveAttribute('aria-selected', 'true')
}

test('reports open with the direct referrals, and have five tabs', async ({ page }) => {
  await enterAsSample(page)
  await page.goto('/dashboard')
  await goTo(page, 'Reports')
  await expect(page.getByRole('heading', { name: 'Reports Overview' })).toBeVisible()
  expect(await page.getByRole('tab').allTextContents()).toEqual([
    'Direct Referrals',
    'Earning',
    'Performance',
    'Team Tree',
    'Team Tree Graph',
  ])
  await expect(page.getByRole('tab', { name: 'Direct Referrals' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('heading', { name: 'Total Referrals' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Active Referrals' })).toBeVisible()
  await expect(page.getByText('Currently active downline members')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Referral List' }).locator('tbody tr').first()).toBeVisible()
})

test('earnings have a chart and a table, a filter by source, and an export of what is filtered', async ({
  page,
  request,
}) => {
  await openAs(page, await memberWithGiver(request), '/reports?tab=earning')
  await expect(page.getByRole('img', { name: /^Earned per month/ })).toBeVisible()
  const rows = page.getByRole('table', { name: 'Earnings by month' }).locator('tbody tr')
  await expect(rows).toHaveCount(12)
  await expect(page.getByRole('term').filter({ hasText: 'Team level 10' })).toBeVisible()
  await expect(rows.first()).toContainText(/\$[0-9.]*[1-9]/)
  await page.getByLabel('Source').selectOption('Team level 10')
  await expect(rows.first()).not.toContainText(/\$[0-9.]*[1-9]/)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download Earnings by month as CSV' }).click(),
  ])
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
  expect(lines).toHaveLength(13)
  expect(lines[1]).toMatch(/^\d{4}-\d{2},0,0,0,0$/)
})

test('performance shows growth, donations, stage and threshold', async ({ page, request }) => {
  await openAs(page, await memberWithGiver(request), '/reports?tab=performance')
  await expect(page.getByRole('img', { name: /^Team growth/ })).toBeVisible()
  await expect(page.getByRole('img', { name: /^Donations of the team/ })).toBeVisible()
  await expect(page.getByRole('meter', { name: 'Stage progress' })).toHaveAttribute('aria-valuemax', '10')
  await expect(page.getByRole('meter', { name: 'Threshold use' })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Team by month' }).locator('tbody tr')).toHaveCount(12)
  await expect(page.getByText('Not started')).toBeVisible()
})

test('the outline works with the keyboard, and a search opens the path to a member', async ({ page, request }) => {
  await openAs(page, await memberWithTeam(request), '/reports?tab=tree')
  const tree = page.getByRole('tree', { name: 'Team tree' })
  const items = tree.getByRole('treeitem')
  await expect(items).toHaveCount(4)
  await items.first().focus()
  await page.keyboard.press('ArrowDown')
  await expect(items.nth(1)).toBeFocused()
  await expect(items.nth(1)).toHaveAttribute('aria-level', '2')
  await expect(items.nth(1)).toHaveAttribute('aria-setsize', '3')
  await page.keyboard.press('ArrowRight')
  await expect(items.nth(1)).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('ArrowRight')
  await expect(items.nth(2)).toBeFocused()
  await expect(items.nth(2)).toHaveAttribute('aria-level', '3')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect(items).toHaveCount(4)
  await page.keyboard.press('End')
  await expect(items.last()).toBeFocused()
  await page.keyboard.type('ada')
  await expect(items.first()).toBeFocused()

  await page.getByLabel('Find somebody in your team').fill('Victor')
  await page.getByRole('button', { name: /Victor Mbeki/ }).click()
  const victor = tree.getByRole('treeitem', { name: /Victor Mbeki/ })
  await expect(victor).toBeFocused()
  expect(Number(await victor.getAttribute('aria-level'))).toBeGreaterThan(3)
  await page.getByLabel('Find somebody in your team').fill('Xavier')
  await expect(page.getByText('Nobody in your team matches.')).toBeVisible()
})

test('the graph shows who is who, opens branches and works with the keyboard', async ({ page, request, isMobile }) => {
  await openAs(page, await memberWithTeam(request), '/reports?tab=graph')
  const graph = graphOf(page)
  const members = graph.locator('[data-ref]')
  await expect(members).toHaveCount(4)
  await expect(members.first()).toHaveText('A')
  expect((await graph.locator('svg').first().boundingBox())?.height).toBe(600)
  await expect(graph.locator('svg > g').first()).toHaveAttribute('transform', 'translate(400,50) scale(1)')

  const root = graph.getByRole('button', { name: /^Ada Lovelace/ })
  if (!isMobile) {
    await root.hover()
    const tip = graph.getByRole('tooltip')
    await expect(tip).toContainText('Ada Lovelace')
    await expect(tip).toContainText('Stage')
    await expect(tip).toContainText('Position')
    await page.keyboard.press('Escape')
  }
  await root.focus()
  await expect(graph.getByRole('tooltip')).toContainText('Ada Lovelace')
  await page.keyboard.press('ArrowDown')
  const middle = graph.getByRole('button', { name: /^Chiara Rossi/ })
  await expect(middle).toBeFocused()
  await expect(graph.getByRole('tooltip')).toContainText('center')
  await expect(root).toHaveAttribute('data-lit', 'true')
  await page.keyboard.press('ArrowLeft')
  const left = graph.getByRole('button', { name: /^Ben Okafor/ })
  await expect(left).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(left).toHaveAttribute('aria-expanded', 'true')
  await expect(members).not.toHaveCount(4)
  await page.keyboard.press('Enter')
  await expect(members).toHaveCount(4)

  await page.getByLabel('Find somebody in your team').fill('Victor')
  await page.getByRole('button', { name: /Victor Mbeki/ }).click()
  const victor = graph.getByRole('button', { name: /^Victor Mbeki/ })
  await expect(victor).toBeFocused()
  await expect(victor).toBeInViewport()
})

test(
  'the graph moves by dragging and zooms by Ctrl and wheel; the wheel alone scrolls the page',
  { tag: '@desk-only' },
  async ({ page, request }) => {
    await openAs(page, await memberWithTeam(request), '/reports?tab=graph')
    const graph = graphOf(page)
    const canvas = graph.locator('svg > g').first()
    await expect(graph.locator('[data-ref]')).toHaveCount(4)
    const { x, y } = (await graph.boundingBox()) ?? { x: 0, y: 0 }
    await page.mouse.move(x + 60, y + 40)
    await page.mouse.down()
    await page.mouse.move(x + 160, y + 70)
    await page.mouse.up()
    await expect(canvas).toHaveAttribute('transform', 'translate(500,80) scale(1)')

    await page.mouse.wheel(0, 100)
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0)
    await expect(canvas).toHaveAttribute('transform', 'translate(500,80) scale(1)')
    await page.keyboard.down('Control')
    for (let step = 0; step < 20; step += 1) await page.mouse.wheel(0, 200)
    await page.keyboard.up('Control')
    await expect(canvas).toHaveAttribute('transform', / scale\(0\.1\)$/)

    await graph.getByRole('button', { name: 'Back to me' }).click()
    await expect(graph.getByRole('button', { name: /^Ada Lovelace/ })).toBeInViewport()
    await expect(async () => {
      await graph.getByRole('button', { name: 'Zoom in' }).click()
      await expect(canvas).toHaveAttribute('transform', / scale\(1\)$/, { timeout: 300 })
    }).toPass()
  },
)

test('the graph says what it is doing while there is no tree to show', async ({ page }) => {
  await enterAsSample(page)
  let answer = (): void => {}
  const asked = new Promise<void>((resolve) => {
    answer = resolve
  })
  const root = {
    ref: '0000000A',
    name: '',
    position: null,
    stage: 0,
    status: 'inactive',
    level: 0,
    team_size: 0,
    has_more: false,
    children: { left: null, center: null, right: null },
  }
  let data: object | null = null
  const chain = '**/api/users/team-tree-chain*'
  await page.route(chain, (route) => route.fulfill({ json: { success: true, message: 'Tree', data } }))
  await failUntilTriedAgain(page, chain)
  await page.route(chain, async (route) => {
    await asked
    await route.fallback()
  })
  await page.goto('/dashboard/reports?tab=graph')
  await expect(page.getByText('Loading...', { exact: true })).toBeVisible()
  answer()
  await expect(page.getByText('Error loading tree', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('No tree data available', { exact: true })).toBeVisible()
  data = root
  await page.reload()
  await expect(graphOf(page).getByRole('button', { name: /^Unknown/ })).toHaveText('U')
})

/** What is visible once a tab has loaded. */
const signOf: Record<string, (page: Page) => Locator> = {
  'Direct Referrals': (page) =>
    page.getByRole('table', { name: 'Referral List' }).locator('[data-heading]:visible').first(),
  Earning: (page) => page.getByRole('table', { name: 'Earnings by month' }).locator('[data-heading]:visible').first(),
  Performance: (page) => page.getByRole('table', { name: 'Team by month' }).locator('[data-heading]:visible').first(),
  'Team Tree': (page) => page.getByRole('treeitem').first(),
  'Team Tree Graph': (page) => graphOf(page).getByRole('button').first(),
}

for (const [tab, sign] of Object.entries(signOf))
  test(`axe finds nothing on ${tab}`, { tag: '@axe' }, async ({ page }) => {
    await enterAsSample(page)
    await page.goto('/dashboard/reports')
    await openTab(page, tab)
    await expect(sign(page)).toBeVisible()
    await expectNoViolations(page, tab)
  })

test('no report is wider than 320 pixels', { tag: ['@desk-only', '@long'] }, async ({ page }) => {
  await enterAsSample(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/dashboard/reports')
  for (const [tab, sign] of Object.entries(signOf)) {
    await openTab(page, tab)
    await expect(sign(page)).toBeVisible()
    await expectNoWiderThan(page, 320, tab)
  }
})
