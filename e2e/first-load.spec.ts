import { basename } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Page, Request } from '@playwright/test'
import { noteComplaints } from './complaints.ts'
import { newMember, openAs } from './members.ts'
import { settled } from './people.ts'
import { SCREENS } from './screens.ts'
import { expect, test } from './test.ts'
import { within } from './slowdown.ts'

/**
 * 134.2 kB were measured before languages, wallets and consent (decision 0019), which may add 6 kB: what they bring is
 * loaded where it is used. 138.5 kB at the time of writing.
 */
const JAVASCRIPT_BYTES_MAX = 134_200 + 6000
const LAST_PAGE = basename(SCREENS.member.at(-1)?.file ?? '', '.tsx')

test('the sign-in page loads at most 140.2 kB of JavaScript, and nothing from other origins', async ({
  page,
  baseURL,
}) => {
  await page.goto('/signin')
  await settled(page)
  const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  const scripts = loaded.filter((url) => url.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(0)
  const bodies = await Promise.all(scripts.map(async (url) => (await page.request.get(url)).body()))
  expect(bodies.reduce((sum, body) => sum + gzipSync(body).length, 0)).toBeLessThanOrEqual(JAVASCRIPT_BYTES_MAX)
  expect(loaded.filter((url) => !url.startsWith(baseURL ?? ''))).toEqual([])
})

test(
  'the documentation of the API violates no security policy, and logs no error',
  { tag: '@long' },
  async ({ page }) => {
    const complaints = noteComplaints(page)
    await page.goto('/api/docs')
    await page.getByRole('heading', { name: 'donations' }).click(within(60_000))
    await expect(page.getByText('/api/donations/process').first()).toBeVisible(within(60_000))
    expect(complaints).toEqual([])
  },
)

test('before any code has loaded, a member sees the title of the screen, and a stranger does not', async ({
  page,
  request,
}) => {
  await openAs(page, await newMember(request), '')
  await withoutCode(page)
  await page.goto('/dashboard/network')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Network')
  await expect(page.getByText('Share this code. Whoever signs up with it joins your team.')).toBeVisible()
  await expect(page).toHaveTitle('Network · Trefoil')

  await page.context().clearCookies()
  await page.reload()
  await expect(page.getByRole('status', { name: 'Loading...' })).toBeVisible()
  await expect(page.getByRole('heading')).toHaveCount(0)
  await expect(page).toHaveTitle('Trefoil')
})

test('a screen requests its files, style sheets and data once', async ({ page, request }) => {
  await openAs(page, await newMember(request), '')
  // The stream never answers, so no event makes a screen read again.
  await page.route('**/api/events', () => {})
  for (const path of ['/dashboard', '/dashboard/network']) {
    // Nothing from the previous page is still loading.
    await page.goto('/favicon.svg')
    const asked: string[] = []
    const note = (one: Request) => asked.push(new URL(one.url()).pathname)
    page.on('request', note)
    await page.goto(path)
    await settled(page)
    expect(asked).toContain('/api/users/profile')
    expect(repeated(asked), path).toEqual([])
    // The last of the other screens' files, which are fetched when idle.
    await expect.poll(() => asked.some((each) => each.includes(LAST_PAGE))).toBe(true)
    page.off('request', note)
    const files = asked.filter((each) => each.startsWith('/assets/'))
    expect(repeated(files), path).toEqual([])
    // They came with the page.
    expect(
      files.filter((each) => /\/first-.*\.css$/.test(each)),
      path,
    ).toEqual([])
  }
})

test('the page itself names every file that its screen needs, so that none is discovered late', async ({
  page,
  request,
}) => {
  await page.addInitScript(() =>
    new MutationObserver((_changes, observer) => {
      if (document.readyState === 'loading' || document.getElementById('page-shell')) return
      observer.disconnect()
      const names = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)
      sessionStorage.setItem('waited-for', JSON.stringify(names))
    }).observe(document, { childList: true, subtree: true }),
  )
  const expectNamed = async (path: string) => {
    await page.goto(path)
    await settled(page)
    const names: string[] = JSON.parse((await page.evaluate(() => sessionStorage.getItem('waited-for'))) ?? '[]')
    const scripts = names.filter((name) => name.endsWith('.js'))
    expect(scripts.length, path).toBeGreaterThan(0)
    const html = await (await page.request.get(path)).text()
    expect(
      scripts.filter((name) => !html.includes(name)),
      path,
    ).toEqual([])
  }
  for (const path of ['/signin', '/signup']) await expectNamed(path)
  await openAs(page, await newMember(request), '')
  for (const path of ['/dashboard', '/dashboard/network']) await expectNamed(path)
})

/** Leaves the page first: a running page that misses some of its code reloads itself. */
async function withoutCode(page: Page): Promise<void> {
  await page.goto('/favicon.svg')
  await page.route(/\/assets\/.*\.js$/, (route) => route.abort())
}

const repeated = (asked: string[]) => asked.filter((each, index) => asked.indexOf(each) !== index)

test('a chosen colour scheme applies before any code, even against the system’s', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/signin')
  await page.getByRole('button', { name: /Switch to light/ }).click()
  await page.getByRole('button', { name: /Switch to dark/ }).click()
  await withoutCode(page)
  await page.goto('/signin')
  await expect(page.locator('html')).toHaveAttribute('data-colour-scheme', 'dark')
  await page.context().clearCookies()
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-colour-scheme', 'light')
})

test('without a chosen scheme, an open page follows the system', async ({ page }) => {
  const shown = page.locator('html')
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/signin')
  await settled(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(shown).toHaveAttribute('data-colour-scheme', 'dark')
  await page.getByRole('button', { name: /Switch to light/ }).click()
  await expect(shown).toHaveAttribute('data-colour-scheme', 'light')
  await page.emulateMedia({ colorScheme: 'light' })
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(shown).toHaveAttribute('data-colour-scheme', 'light')
  await page.getByRole('button', { name: /Switch to dark/ }).click()
  await page.getByRole('button', { name: /Switch to system/i }).click()
  await expect(shown).toHaveAttribute('data-colour-scheme', 'dark')
})

test('a page shows the same before and after its code has loaded', async ({ page, request }) => {
  await page.addInitScript(() =>
    document.addEventListener('DOMContentLoaded', () => {
      sessionStorage.setItem('page-shell', `${document.querySelector('h1')?.textContent} | ${document.title}`)
    }),
  )
  const compare = async (path: string) => {
    await page.goto(path)
    await expect(page.locator('#page-shell')).toHaveCount(0)
    const shell = await page.evaluate(() => sessionStorage.getItem('page-shell'))
    await expect
      .poll(() => page.evaluate(() => `${document.querySelector('h1')?.textContent} | ${document.title}`), {
        message: path,
      })
      .toBe(shell)
  }
  const shown = SCREENS.visitor.filter(({ hasPageShell }) => hasPageShell)
  for (const path of ['/', ...shown.map((screen) => screen.path)]) await compare(path)
  await openAs(page, await newMember(request), '')
  // All of them have the same code for it.
  const likely = process.env['TREFOIL_LONG'] === '1' ? SCREENS.member : SCREENS.member.slice(0, 3)
  for (const { path } of likely) await compare(path)
  // A signed-in member is redirected to the dashboard.
  await compare('/signin')
})
