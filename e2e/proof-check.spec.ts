import type { Page, Route } from '@playwright/test'
import { expectNoViolations } from './axe.ts'
import { fundedMember, newMember, openAs } from './members.ts'
import { expectNoWiderThan, logOut, settled, signIn, tabTo } from './people.ts'
import { within } from './slowdown.ts'
import { expect, test } from './test.ts'

const verdict = (page: Page) => page.getByRole('status').getByRole('heading', { level: 2 })
const line = (page: Page) => page.getByRole('region', { name: 'Check of your balance' })

/** The demo makes its first epoch at the start. */
test.beforeEach(async ({ request }) => {
  const read = async () => (await (await request.get('/api/proofs/epochs?limit=1')).json()).data.epochs.length
  await expect.poll(read, within(120_000)).toBe(1)
})

type Data = { epochs: object[]; activities: { metadata: object }[] }

/** The server's reply with something else in it. */
const lying =
  (change: (data: Data) => void) =>
  async (route: Route): Promise<void> => {
    const response = await route.fetch()
    const body = await response.json()
    change(body.data)
    await route.fulfill({ response, json: body })
  }

test('whoever joined since the last epoch reads that nothing was owed to them, and a sign-out keeps what was pinned', async ({
  page,
  request,
}) => {
  const member = await newMember(request)
  await signIn(page, member)
  await expect(line(page)).toContainText('This browser checks in the background')
  const said =
    /^Checked just now: nothing was owed to you when it was last counted; \$[\d.]+ is there for \$[\d.]+ owed/
  await expect(line(page).getByText(said)).toBeVisible(within(30_000))
  const pinned = () =>
    page.evaluate(
      () =>
        new Promise<{ name: string; pins: { checkpoints: unknown[]; epoch: number } }[]>((resolve) => {
          indexedDB.open('trefoil-proofs').addEventListener('success', ({ target }) => {
            const database = (target as IDBOpenDBRequest).result
            const all = database.transaction('members').objectStore('members').getAll()
            all.addEventListener('success', () => resolve(all.result))
          })
        }),
    )
  const before = await pinned()
  expect(before).toMatchObject([{ pins: { epoch: 1 } }])
  expect(JSON.stringify(before)).not.toContain(member.privateKey)
  await logOut(page)
  expect(await pinned()).toEqual(before)
  expect(await page.evaluate(() => localStorage.getItem('trefoil:last-check'))).toBeNull()
})

test('neither worker nor verifier is part of the first load', async ({ page, request }) => {
  const asked: string[] = []
  page.on('request', (one) => asked.push(new URL(one.url()).pathname))
  await openAs(page, await newMember(request), '')
  await settled(page)
  const isProof = (path: string) => /proof-worker|\/api\/proofs/.test(path)
  expect(asked.filter(isProof)).toEqual([])
  await expect.poll(() => asked.filter(isProof).length, within(30_000)).toBeGreaterThan(4)
})

const LIES: Record<string, { path: string; change: (data: Data) => void; says: RegExp }> = {
  'a balance that is not counted': {
    path: '**/api/proofs/epochs/*/mine',
    change: (data) => Object.assign(data, { balance: '123' }),
    says: /is counted|not counted at all/,
  },
  'more assets than the contract saw': {
    path: '**/api/proofs/epochs?*',
    change: ({ epochs: [epoch] }) => Object.assign(epoch ?? {}, { assets: { vault: '9', treasury: '9' } }),
    says: /The contract stored something else: vault's balance, treasury's balance/,
  },
  'another installation': {
    path: '**/api/proofs/epochs?*',
    change: ({ epochs: [epoch] }) => Object.assign(epoch ?? {}, { installation: 'ab'.repeat(32) }),
    says: /of another installation/,
  },
  'a line shown with another amount': {
    path: '**/api/activities/history*',
    change: ({ activities: [first] }) => Object.assign(first?.metadata ?? {}, { amount: 77 }),
    says: /is shown with another amount than it has in the log/,
  },
}

/** `run-check.test.ts` and the tests of the verifier in core show the others without a browser. */
const SHOWN_ALWAYS = 'a line shown with another amount'

for (const [lie, { path, change, says }] of Object.entries(LIES))
  test(`${lie} is loud on the overview`, { tag: lie === SHOWN_ALWAYS ? [] : '@long' }, async ({ page, request }) => {
    const member = await fundedMember(request, 2)
    await page.route(path, lying(change))
    await openAs(page, member, '')
    const alarm = page.getByRole('alert').filter({ hasText: 'does not hold' })
    await expect(alarm).toContainText(says, within(30_000))
    const download = page.waitForEvent('download')
    await alarm.getByRole('button', { name: 'Download the evidence' }).click()
    expect((await download).suggestedFilename()).toBe('trefoil-evidence-epoch-1.json')
  })

test('a failure stays loud on the overview, whatever the server answers later, until its owner removes it', async ({
  page,
  request,
}) => {
  test.slow()
  const KEY = 'trefoil:last-check'
  await openAs(page, await fundedMember(request, 2), '')
  await expect(line(page)).toContainText('is there for', within(30_000))
  const held = await page.evaluate((key) => localStorage.getItem(key) ?? '', KEY)
  expect(held).toContain('passed')
  await line(page).getByRole('link', { name: 'Verify now' }).click()
  await page.route(
    '**/api/proofs/epochs/*/mine',
    lying((data) => Object.assign(data, { balance: '123' })),
  )
  await page.getByRole('button', { name: 'Verify now' }).click()
  await expect(verdict(page)).toHaveText('Something is wrong.', within(30_000))
  await page.unroute('**/api/proofs/epochs/*/mine')

  const alarm = page.getByRole('alert').filter({ hasText: 'A check of what the server says about your money failed' })
  const expectLoud = async () => {
    await page.goto('/dashboard')
    await expect(alarm).toContainText(/is counted|not counted at all/, within(30_000))
    await expect(alarm.getByRole('button', { name: 'Download the evidence' })).toBeVisible()
    await expect(line(page)).toHaveCount(0)
  }
  const refused = /\/api\/(proofs|activities)\//
  await page.route(refused, (route) => route.fulfill({ status: 503, json: {} }))
  await expectLoud()
  await page.unroute(refused)
  await expectLoud()
  // Its check ends, so that what follows is the next page's.
  await expect.poll(() => page.workers().length, within(30_000)).toBe(0)
  // Another page may have noted that it held, a moment before.
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [KEY, held] as const)
  const asked: string[] = []
  page.on('request', (one) => asked.push(new URL(one.url()).pathname))
  await expectLoud()
  expect(asked.filter((path) => path.startsWith('/api/proofs'))).toEqual([])

  await alarm.getByRole('link', { name: 'See every check' }).click()
  await page.getByRole('button', { name: 'Remove it' }).click()
  await expect(page.getByText(/Its evidence is kept/)).toHaveCount(0)
  await expect(verdict(page)).toHaveText('Everything holds.')
  await page.goto('/dashboard')
  await expect(line(page)).toContainText('is there for', within(30_000))
  await expect(alarm).toHaveCount(0)
})

test('no epoch yet, and a server that does not answer, are said quietly', async ({ page, request }) => {
  const member = await newMember(request)
  await page.route(
    '**/api/proofs/epochs?*',
    lying((data) => Object.assign(data, { epochs: [] })),
  )
  await openAs(page, member, '')
  await expect(line(page)).toContainText('Nothing to check yet', within(30_000))
  await page.unroute('**/api/proofs/epochs?*')
  await page.route('**/api/proofs/**', (route) => route.fulfill({ status: 503, json: {} }))
  await page.reload()
  await expect(line(page)).toContainText('Not checked now: the server did not answer.', within(30_000))
  await line(page).getByRole('link', { name: 'Verify now' }).click()
  await expect(verdict(page)).toHaveText('The server did not answer. Nothing was checked.')
})

test('a failure stays until its owner removes it, or lets the browser begin anew', async ({ page, request }) => {
  const member = await fundedMember(request, 2)
  await openAs(page, member, '/verify')
  await expect(verdict(page)).toHaveText('Everything holds.', within(30_000))
  await page.route(
    '**/api/proofs/log',
    lying((data) => Object.assign(data, { key: 'cd'.repeat(32) })),
  )
  await page.route(
    '**/api/proofs/epochs?*',
    lying((data) => Object.assign(data, { contract: null, epochs: [] })),
  )
  const now = page.getByRole('button', { name: 'Verify now' })
  await now.click()
  await expect(verdict(page)).toHaveText('Something is wrong.', within(30_000))
  await expect(page.getByText(/was checked before, and no epoch is shown now/).first()).toBeVisible()
  await expect(page.getByText(/there is no file that could show it/)).toBeVisible()
  await page.unroute('**/api/proofs/epochs?*')
  await now.click()
  await expect(verdict(page)).toHaveText('Everything holds.', within(30_000))
  await expect(page.getByText(/^A check .* failed\. Its evidence is kept in this browser\.$/)).toBeVisible()
  await page.getByRole('button', { name: 'Remove it' }).click()
  await expect(page.getByText(/Its evidence is kept/)).toHaveCount(0)

  await page.route(
    '**/api/proofs/epochs/*/mine',
    lying((data) => Object.assign(data, { balance: '123' })),
  )
  await now.click()
  await expect(verdict(page)).toHaveText('Something is wrong.', within(30_000))
  await page.unroute('**/api/proofs/epochs/*/mine')
  await page.getByRole('button', { name: 'Begin anew' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Begin anew' }).click()
  // The key that the server says now is believed, and it did not sign this.
  await expect(page.getByText("The checkpoint is not signed with the log's key.").first()).toBeVisible(within(30_000))
})

test(
  'with the keyboard alone, a member verifies, reads what was computed and saves the proof',
  { tag: '@keyboard' },
  async ({ page, request }) => {
    await openAs(page, await fundedMember(request, 2), '')
    await tabTo(page, line(page).getByRole('link', { name: 'Verify now' }))
    await page.keyboard.press('Enter')
    const now = page.getByRole('button', { name: 'Verify now' })
    await tabTo(page, now)
    await page.keyboard.press('Enter')
    await expect(verdict(page)).toHaveText('Everything holds.', within(30_000))
    await expect(now).toBeFocused()
    const computed = page.getByRole('listitem').filter({ hasText: 'Covered' }).locator('summary')
    await tabTo(page, computed)
    await page.keyboard.press('Enter')
    await expect(page.getByText('owed', { exact: true })).toBeVisible()
    await tabTo(page, page.getByRole('button', { name: 'Download the proof file' }), 'Shift+Tab')
    const download = page.waitForEvent('download')
    await page.keyboard.press('Enter')
    expect((await download).suggestedFilename()).toBe('trefoil-proof-epoch-1.json')
  },
)

for (const colorScheme of ['light', 'dark'] as const)
  test(
    `axe finds nothing on verify in ${colorScheme}, and it fits every width, whatever was computed`,
    { tag: '@axe' },
    async ({ page, request }) => {
      await page.emulateMedia({ colorScheme })
      await openAs(page, await fundedMember(request, 2), '/verify')
      await expect(verdict(page)).toHaveText('Everything holds.', within(30_000))
      for (const details of await page.getByText('What was computed').all()) await details.click()
      await expectNoViolations(page, 'verify')
      for (const width of [320, 375, 1440]) {
        await page.setViewportSize({ width, height: 900 })
        await expectNoWiderThan(page, width)
      }
    },
  )
