import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { findChromium } from '../scripts/chromium.mjs'
import { thenStop } from './cleanup.ts'
import type { Output, Result } from './report.ts'
import { withProduct } from './server.ts'

/** Lighthouse's slow phone on a slow network: 4 × slower than this machine, 562.5 ms, 1,474 kbit/s. */
const SLOW = { cpu: 4, latency: 562.5, bytesPerSecond: (1474.56 * 1024) / 8 }
const PHONE = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true }
const DESK = { viewport: { width: 1440, height: 900 } }
const FIRST_SCREENS = ['/signin', '/dashboard', '/dashboard/network', '/dashboard/reports']
const LOADS = 5
const ROUNDS = 4
/** After that, the other screens are fetched when the browser is idle. */
const LOADED_MS = 6000
const LONG_TASK_MS = 50

type Load = { paint: number; largest: number; blocked: number; shift: number }

/** First loads with an empty cache on a slow phone, then every change of screen with cached data on a desktop. */
export async function benchScreens(out: Output): Promise<Result> {
  const executablePath = findChromium()
  if (executablePath === undefined) throw new Error('There is no Chromium here: `npm test` says how to get one.')
  return withProduct(async ({ port }) => {
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
    return thenStop(
      () => measureScreens(browser, `http://127.0.0.1:${port}`, out),
      () => browser.close(),
    )
  })
}

async function measureScreens(browser: Browser, baseURL: string, { figure }: Output): Promise<Result> {
  const member = await browser.newContext({ baseURL })
  await signIn(member)
  const session = await member.storageState()
  const lines = [
    '| first load, median of five, ms | first paint | largest paint | blocked | layout shift |',
    '| --- | --- | --- | --- | --- |',
  ]
  for (const path of FIRST_SCREENS) {
    const seen: Load[] = []
    for (let turn = 0; turn < LOADS; turn += 1)
      seen.push(await loadSlowly(browser, { baseURL, path, ...(path !== '/signin' && { storageState: session }) }))
    const middle = (name: keyof Load) => median(seen.map((each) => each[name]))
    const load = {
      paint: middle('paint'),
      largest: middle('largest'),
      blocked: middle('blocked'),
      shift: middle('shift'),
    }
    figure({ what: 'first load', path, ...load })
    const cells = [load.paint, load.largest, load.blocked].map((ms) => ms.toFixed(0))
    lines.push(`| ${path} | ${cells.join(' | ')} | ${load.shift.toFixed(3)} |`)
  }
  const changes = await changeScreens(browser, { baseURL, storageState: session })
  const count = changes.reduce((sum, { ms }) => sum + ms.length, 0)
  lines.push('', `| change of screen, cached data, ${count} of them, ms | median | slowest |`, '| --- | --- | --- |')
  for (const { to, ms } of changes) {
    figure({ what: 'change of screen', to, ms })
    lines.push(`| ${to} | ${median(ms).toFixed(0)} | ${Math.max(...ms).toFixed(0)} |`)
  }
  return { table: lines.join('\n'), ratios: {} }
}

async function signIn(context: BrowserContext): Promise<void> {
  const page = await context.newPage()
  await page.goto('/signin')
  await page.getByRole('button', { name: 'Use' }).first().click()
  await page.getByRole('button', { name: 'Access Dashboard' }).click()
  await page.waitForURL('**/dashboard')
}

async function loadSlowly(
  browser: Browser,
  {
    path,
    ...options
  }: { baseURL: string; path: string; storageState?: Awaited<ReturnType<BrowserContext['storageState']>> },
): Promise<Load> {
  const context = await browser.newContext({ ...PHONE, ...options })
  const page = await context.newPage()
  await page.addInitScript(observe)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOW.cpu })
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: SLOW.latency,
    downloadThroughput: SLOW.bytesPerSecond,
    uploadThroughput: SLOW.bytesPerSecond,
  })
  await page.goto(path)
  await page.waitForTimeout(LOADED_MS)
  const { paint, largest, tasks, shift } = await page.evaluate(() => window.seen)
  await context.close()
  const blocked = tasks
    .filter(({ start }) => start >= paint)
    .reduce((sum, { duration }) => sum + duration - LONG_TASK_MS, 0)
  return { paint, largest, blocked, shift }
}

declare global {
  interface Window {
    seen: { paint: number; largest: number; tasks: { start: number; duration: number }[]; shift: number }
  }
}

/** Runs in the page. */
function observe(): void {
  window.seen = { paint: 0, largest: 0, tasks: [], shift: 0 }
  const follow = (type: string, note: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true })
  follow('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') window.seen.paint = startTime
  })
  follow('largest-contentful-paint', ({ startTime }) => (window.seen.largest = startTime))
  follow('longtask', ({ startTime, duration }) => window.seen.tasks.push({ start: startTime, duration }))
  follow('layout-shift', (entry) => (window.seen.shift += (entry as PerformanceEntry & { value: number }).value))
}

async function changeScreens(
  browser: Browser,
  options: { baseURL: string; storageState: Awaited<ReturnType<BrowserContext['storageState']>> },
): Promise<{ to: string; ms: number[] }[]> {
  const context = await browser.newContext({ ...DESK, ...options })
  const page = await context.newPage()
  await page.goto('/dashboard')
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  await menu.getByRole('link').first().waitFor()
  const screens = (await menu.getByRole('link').allTextContents()).map((to) => ({ to, ms: [] as number[] }))
  for (let round = 0; round < ROUNDS; round += 1)
    for (const { to, ms } of screens) {
      const took = await changeTo(page, to)
      // The first round fills the cache.
      if (round > 0) ms.push(took)
      await page.waitForTimeout(500)
    }
  await context.close()
  return screens
}

/** From the click until the new screen is shown and nothing on it is loading. */
const changeTo = (page: Page, to: string): Promise<number> =>
  page.evaluate(
    (name) =>
      new Promise<number>((done) => {
        const link = [...document.querySelectorAll<HTMLElement>('nav a')].find(
          ({ textContent }) => textContent === name,
        )
        const before = document.querySelector('h1')
        const begun = performance.now()
        link?.click()
        const look = () => {
          const now = document.querySelector('h1')
          const waits = document.querySelector('[aria-busy="true"], [role="status"][aria-label]')
          if ((now !== before || link?.ariaCurrent) && now && !waits) done(performance.now() - begun)
          else requestAnimationFrame(look)
        }
        requestAnimationFrame(look)
      }),
    to,
  )

const median = (figures: number[]): number =>
  [...figures].toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN
