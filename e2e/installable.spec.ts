import type { Page } from '@playwright/test'
import { newMember, openAs } from './members.ts'
import { expect, test } from './test.ts'
import { within } from './slowdown.ts'

test.use({ serviceWorkers: 'allow' })

test('the application can be installed, with icons of the sizes that it says', async ({ page, context }) => {
  await page.goto('/signin')
  const devtools = await context.newCDPSession(page)
  expect((await devtools.send('Page.getAppManifest')).errors).toEqual([])
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
  // The windows of tests are private ones, which only Chromium's headless shell does not hold against the application.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])

  const manifest = (await (await page.request.get('/manifest.webmanifest')).json()) as {
    icons: { src: string; sizes: string }[]
  }
  for (const { src, sizes } of manifest.icons) {
    const size = await page.evaluate(async (url) => {
      const { width, height } = await createImageBitmap(await (await fetch(url)).blob())
      return `${width}x${height}`
    }, src)
    expect(size, src).toBe(sizes)
  }
})

test('offline the application opens and says so, without a figure of anybody’s, and goes on once it is back', async ({
  page,
  request,
  context,
}) => {
  const member = await newMember(request)
  await openAs(page, member, '')
  await shellIsKept(page)
  const kept = await keptPaths(page)
  expect(kept).toContain('/')
  expect(kept.filter((path) => path !== '/' && !path.startsWith('/assets/'))).toEqual([])

  await context.setOffline(true)
  for (const path of ['/dashboard', '/dashboard/network', '/dashboard/transactions']) {
    await page.goto(path)
    await expect(page.getByText(/You are offline/)).toBeVisible(within(15_000))
    // On a phone it is behind a button.
    await expect(page.getByRole('navigation', { includeHidden: true }).first()).toBeAttached()
    await expect(page.getByText(member.referralCode, { exact: true })).toHaveCount(0)
  }
  await page.goto('/dashboard')
  await expect(page.getByText(/You are offline/)).toBeVisible(within(15_000))

  await context.setOffline(false)
  await expect(page.getByText(/You are offline/)).toBeHidden()
  await expect(page.getByText('0 Members')).toBeVisible(within(20_000))
  expect(await keptPaths(page)).toEqual(kept)
})

test('offline it speaks the chosen language, and keeps no other', async ({ page, request, context, baseURL }) => {
  await context.addCookies([{ name: 'trefoil-language', value: 'ar', url: baseURL ?? '' }])
  await openAs(page, await newMember(request), '')
  await shellIsKept(page)
  const texts = async () => (await keptPaths(page)).filter((path) => path.includes('/language-'))
  await expect.poll(texts).toEqual([expect.stringContaining('/language-ar-')])
  await expect.poll(() => keptPaths(page)).toContainEqual(expect.stringContaining('/refusal-copy-'))

  // The browser may forget at any moment what it has not promised to keep.
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.clearBrowserCache')
  await devtools.detach()
  await context.setOffline(true)
  await page.goto('/dashboard/network')
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(page.getByText(/لا يوجد اتصال/)).toBeVisible(within(15_000))
})

test('offline nobody can sign in, and the page says why', async ({ page, request, context }) => {
  await openAs(page, await newMember(request), '')
  await shellIsKept(page)
  await page.evaluate(() => localStorage.clear())
  await context.clearCookies()
  await context.setOffline(true)
  await page.goto('/signin')
  await expect(page.getByText(/You are offline/)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('what strangers read, and the console, are not opened from what is kept', async ({ page, request, context }) => {
  await openAs(page, await newMember(request), '')
  await shellIsKept(page)
  await context.setOffline(true)
  for (const path of ['/causes', '/operator', '/api/users/details'])
    await expect(page.goto(path), path).rejects.toThrow('ERR_INTERNET_DISCONNECTED')
})

/** After the other screens, in the background. A page that was opened before has no worker yet. */
async function shellIsKept(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.ready.then(({ active }) => active?.state === 'activated'))
  await page.reload()
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
}

const keptPaths = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const caches = await Promise.all((await self.caches.keys()).map((name) => self.caches.open(name)))
    const requests = await Promise.all(caches.map((cache) => cache.keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })
