import { expectNoViolations } from './axe.ts'
import { expectNoWiderThan, tabTo } from './people.ts'
import { within } from './slowdown.ts'
import { expect, test } from './test.ts'
import type { APIRequestContext, Page } from '@playwright/test'

/** The demo makes its first one at the start. */
const firstEpoch = async (request: APIRequestContext) => {
  const read = async () => (await (await request.get('/api/proofs/epochs?limit=1')).json()).data.epochs
  await expect.poll(async () => (await read()).length, within(120_000)).toBe(1)
  return (await read())[0] as { epoch: number; root: string; total: string; leaves: number; transaction: string }
}

/** The page as it would be with other epochs than the demo's. */
async function openWith(page: Page, change: (data: { epochs: Record<string, unknown>[] }) => void): Promise<void> {
  await page.route('**/trust', async (route) => {
    if (new URL(route.request().url()).pathname !== '/trust') return route.abort()
    const reply = await route.fetch()
    const html = (await reply.text()).replace(/(id="page-data">)(.*?)(<\/script>)/s, (_, start, json, end) => {
      const held = JSON.parse(json)
      change(held.data)
      return start + JSON.stringify(held).replaceAll('<', String.raw`\u003c`) + end
    })
    return route.fulfill({ response: reply, body: html })
  })
  await page.goto('/trust')
}

test('from sign-in, a stranger reads what is owed and what is there, without the code of members', async ({
  page,
  request,
}) => {
  test.slow()
  const { epoch, root, total, transaction } = await firstEpoch(request)
  await page.goto('/signin')
  await page.getByRole('link', { name: 'See what is owed and there' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('What Is Owed, and What Is There')
  await expect(page).toHaveTitle('What Is Owed, and What Is There · Trefoil')
  await expect(page.getByText('Everything that was owed was there.')).toBeVisible()
  const headings = await page.getByRole('heading', { level: 2 }).allTextContents()
  expect(headings).toEqual([
    'The newest epoch',
    'Coverage over time',
    'Every epoch',
    'Check it yourself',
    'What this does not prove',
  ])
  const owed = `$${total.slice(0, -5)}.${total.slice(-5)}`
  await expect(page.getByText(/was there for/)).toContainText(`was there for ${owed} owed: `)
  // The servers make one a day: where there is a single one there is nothing to draw.
  await expect(page.getByText('There is one epoch so far. The picture begins with the second.')).toBeVisible()
  const row = page.getByRole('row', { name: `Epoch ${epoch}` })
  await expect(row).toContainText(owed)
  await expect(row.getByTitle(root)).toHaveText(`${root.slice(0, 8)}…${root.slice(-8)}`)
  await expect(row.getByTitle(transaction)).toBeVisible()
  await expect(page.getByText(/^trefoil\/[0-9a-f]{64}\/1\n\d+\n/)).toBeVisible()
  await expect(page.getByRole('list').last().getByRole('listitem')).toHaveCount(6)
  const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  expect(loaded.filter((url) => /\/assets\/(first|state|parts|operator|simulator)-/.test(url))).toEqual([])
})

test(
  'with the keyboard alone, a root is copied and the leaves are downloaded',
  { tag: '@keyboard' },
  async ({ page, request, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const { epoch, root, leaves } = await firstEpoch(request)
    await page.goto('/facts')
    await tabTo(page, page.getByRole('link', { name: 'Trust', exact: true }))
    await page.keyboard.press('Enter')
    await tabTo(page, page.getByRole('button', { name: `Copy the root of epoch ${epoch}` }))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: `Copied the root of epoch ${epoch}` })).toBeFocused()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(root)
    const link = page.getByRole('link', { name: / leaves$/ }).first()
    await tabTo(page, link)
    const download = page.waitForEvent('download')
    await page.keyboard.press('Enter')
    expect((await download).suggestedFilename()).toBe(`trefoil-epoch-${epoch}-part0`)
    const file = await (await request.get(`/api/proofs/epochs/${epoch}/leaves?part=0`)).body()
    expect(file.length).toBe(leaves * 40)
  },
)

test('what is missing, and an old epoch, are said loudly', async ({ page, request }) => {
  await firstEpoch(request)
  await openWith(page, ({ epochs: [newest] }) => {
    Object.assign(newest!, {
      total: '10000000',
      assets: { vault: String(99_99999n * 10n ** 13n), treasury: '0' },
      posted_at: '2026-01-01T00:00:00.000Z',
      outstanding: '$40.00000 of deposits not swept',
    })
  })
  const warnings = page.getByRole('alert')
  await expect(warnings.first()).toHaveText('Less was there than was owed.$0.00001 is missing in the newest epoch.')
  await expect(warnings.last()).toContainText('The newest epoch is more than two days old.')
  await expect(page.getByText('Everything that was owed was there.')).toHaveCount(0)
  await expect(page.getByText('owed: 99.99 %.')).toBeVisible()
  await expectNoViolations(page, 'a warning on /trust')
})

test('more than is owed is said in dollars, and no share of little in thousands of percent', async ({
  page,
  request,
}) => {
  await firstEpoch(request)
  const owed = 100n * 100_000n
  const shown = async (there: bigint) => {
    await page.unrouteAll()
    await openWith(page, ({ epochs: [newest] }) => {
      Object.assign(newest!, { total: String(owed), assets: { vault: String(there * 10n ** 13n), treasury: '0' } })
    })
    const coverage = page.getByText('What was there, of what was owed.').locator('xpath=preceding-sibling::dd')
    return [await page.getByText(/was there for/).innerText(), await coverage.innerText()]
  }
  expect(await shown(owed + 81_000n)).toEqual([
    expect.stringContaining('$100.81000 was there for $100.00000 owed: $0.81000 more than was owed.'),
    '100.81 %',
  ])
  expect(await shown(owed * 150n)).toEqual([
    expect.stringContaining('$15000.00000 was there for $100.00000 owed: $14900.00000 more than was owed.'),
    'Over 200 %',
  ])
  expect((await shown(owed))[0]).toContain('was there for $100.00000 owed: exactly as much.')
})

test('without an epoch the page says so, and still says how to check', async ({ page }) => {
  await openWith(page, (data) => Object.assign(data, { epochs: [] }))
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    'No epoch yet',
    'Check it yourself',
    'What this does not prove',
  ])
})

test('many epochs are shown step by step, and older ones are fetched', async ({ page, request }) => {
  const { epoch } = await firstEpoch(request)
  const day = 86_400_000
  const like = (newest: Record<string, unknown>, from: number, count: number) =>
    Array.from({ length: count }, (_, index) => ({
      ...newest,
      epoch: from - index,
      at: new Date(Date.now() - (from - epoch + index) * day).toISOString(),
    }))
  let newest: Record<string, unknown> = {}
  await page.route('**/api/proofs/epochs?before=*', (route) =>
    route.fulfill({ json: { success: true, data: { epochs: like(newest, 10, 5) } } }),
  )
  await openWith(page, (data) => {
    newest = data.epochs[0]!
    data.epochs = like(newest, 100, 90)
  })
  await expect(
    page.getByRole('img', { name: 'Coverage in 90 epochs: the lowest Over 200 %, the newest Over 200 %' }),
  ).toBeVisible()
  const rows = page.getByRole('rowheader')
  const more = page.getByRole('button', { name: 'Show more' })
  await expect(rows).toHaveCount(10)
  await more.click()
  await expect(rows).toHaveCount(20)
  await expect(rows.nth(10)).toBeFocused()
  for (let count = 30; count <= 90; count += 10) {
    await more.click()
    await expect(rows).toHaveCount(count)
  }
  await more.click()
  await expect(rows).toHaveCount(95)
  await expect(rows.nth(90)).toContainText('Epoch 10')
  await expect(rows.nth(90)).toBeFocused()
  await expect(more).toHaveCount(0)
})

for (const colorScheme of ['light', 'dark'] as const)
  test(
    `axe finds nothing on trust in ${colorScheme}, and it fits every width`,
    { tag: '@axe' },
    async ({ page, request }) => {
      await firstEpoch(request)
      await page.emulateMedia({ colorScheme })
      await page.goto('/trust')
      await expect(page.getByRole('contentinfo')).toBeVisible()
      await expectNoViolations(page, '/trust')
      for (const width of [320, 375, 1440]) {
        await page.setViewportSize({ width, height: 900 })
        await expectNoWiderThan(page, width)
      }
    },
  )
