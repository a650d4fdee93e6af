import { randomInt } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { isLanguage, type Language } from '@trefoil/core/language/languages'
import { chromium, type Browser, type Page } from '@playwright/test'
import { findChromium } from '../scripts/chromium.mjs'
import { GIVING_REPLIES } from './longest/giving-replies.ts'
import { MEMBER_REPLIES } from './longest/member-replies.ts'
import { answerWith } from './longest/screens.ts'
import { SUPPORT_REPLIES } from './longest/support-replies.ts'
import { makeBusyDay } from './pictures/busy-day.ts'
import { picturedOn, type Screen } from './pictures/screens.ts'
import { startServer } from './start-server.ts'

const ROOT = new URL('..', import.meta.url).pathname
const { wanted, language, longest } = readArguments()
const ALL = join(ROOT, 'pictures', ...(language === 'en' ? [] : [language]), ...(longest ? ['longest'] : []))
const BEST = join(ROOT, 'docs/pictures')
const WIDTHS = { 375: 812, 1440: 900 }
const THEMES = ['light', 'dark'] as const
const SETTLE_TIMEOUT_MS = 60_000
const PICTURE_TIMEOUT_MS = 120_000

/**
 * `npm run pictures -- console` takes only those whose names begin with it; `npm run pictures -- --language ar` those of
 * visitors and members in Arabic; with `--longest`, members have the longest data that the application accepts.
 */
function readArguments(): { wanted: string; language: Language; longest: boolean } {
  const options = { language: { type: 'string' }, longest: { type: 'boolean' } } as const
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  const { language: chosen = 'en', longest: isLongest = false } = values
  if (!isLanguage(chosen)) throw new Error(`Nothing is written in ${chosen}`)
  return { wanted: positionals[0] ?? '', language: chosen, longest: isLongest }
}

/** Every screen in both themes, on a phone and a desktop. For the guide, a few in one picture with both themes. */
async function takePictures(): Promise<void> {
  const port = String(randomInt(20_000, 30_000))
  const dataDir = (process.env['E2E_DATA_DIR'] = await mkdtemp(join(tmpdir(), 'trefoil-pictures-')))
  const url = `http://127.0.0.1:${port}`
  const server = await startServer({ port, dataDir, url })
  const executablePath = findChromium()
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    const screens = picturedOn(await makeBusyDay(url))
      .filter(({ name }) => name.startsWith(wanted))
      .filter((screen) => language === 'en' || viewerOf(screen) !== 'operator')
    await rm(ALL, { recursive: true, force: true })
    await Promise.all([ALL, BEST].map((folder) => mkdir(folder, { recursive: true })))
    let sessions = {
      member: await signIn(browser, url, { name: 'Ada Moreno', arrives: '**/dashboard' }),
      operator: await signIn(browser, url, { name: 'Olga Operator', arrives: '**/operator' }),
    }
    for (const [width, height] of Object.entries(WIDTHS))
      for (const theme of THEMES) {
        const options = {
          baseURL: url,
          viewport: { width: Number(width), height },
          colorScheme: theme,
          reducedMotion: 'reduce',
          isMobile: Number(width) < 600,
        } as const
        const contexts = {
          visitor: await browser.newContext(options),
          member: await browser.newContext({ ...options, storageState: sessions.member }),
          operator: await browser.newContext({ ...options, storageState: sessions.operator }),
        }
        for (const context of Object.values(contexts))
          if (language !== 'en') await context.addCookies([{ name: 'trefoil-language', value: language, url }])
        const pages = {
          visitor: await contexts.visitor.newPage(),
          member: await contexts.member.newPage(),
          operator: await contexts.operator.newPage(),
        }
        if (longest) await answerWith(pages.member, { ...MEMBER_REPLIES, ...SUPPORT_REPLIES, ...GIVING_REPLIES })
        for (const screen of screens) await takePicture(pages[viewerOf(screen)], screen, `${width}-${theme}`)
        // Keeps renewed sessions: reusing their first token would look like theft.
        sessions = { member: await contexts.member.storageState(), operator: await contexts.operator.storageState() }
        for (const context of Object.values(contexts)) await context.close()
      }
    const best = screens.filter((screen) => screen.best && language === 'en' && !longest)
    for (const { name } of best) await joinThemes(browser, name)
    process.stdout.write(`Pictures of ${screens.length} screens are in ${ALL}, ${best.length} of them in ${BEST}.\n`)
  } finally {
    await browser.close()
    await server.stop()
  }
}

function viewerOf({ path }: Screen): 'visitor' | 'member' | 'operator' {
  if (path.startsWith('/operator')) return 'operator'
  return path.startsWith('/dashboard') ? 'member' : 'visitor'
}

async function takePicture(page: Page, { name, path, act, best }: Screen, kind: string): Promise<void> {
  await page.goto(path)
  await settled(page)
  // They look for English words, and for what is there on a busy day.
  if (act && language === 'en' && !longest) {
    await act(page)
    await settled(page)
  }
  const options = { animations: 'disabled', timeout: PICTURE_TIMEOUT_MS } as const
  await page.screenshot({ ...options, path: join(ALL, `${name}-${kind}.png`), fullPage: true })
  if (best && kind.startsWith('1440')) await page.screenshot({ ...options, path: join(ALL, `${name}-${kind}-top.png`) })
}

/**
 * Nothing on the screen is loading: what a hidden tab has to load waits until it is opened. The event stream stays open,
 * so the network is never idle.
 */
async function settled(page: Page): Promise<void> {
  await page.waitForFunction(
    () => {
      const loading = document.querySelectorAll('[aria-busy="true"], [role="status"][aria-label], [class*="skeleton"]')
      // "Loading…", in any language.
      const isSaid = /^\p{L}+…$/mu.test(document.querySelector('main')?.innerText ?? '')
      // A status that says nothing yet takes no room.
      const isShown = (part: Element) => part.checkVisibility() && part.clientHeight > 0
      return document.querySelector('h1') && !isSaid && ![...loading].some(isShown)
    },
    undefined,
    { timeout: SETTLE_TIMEOUT_MS },
  )
  await page.evaluate(() => document.fonts.ready.then(() => true))
}

/** Light and dark side by side, at half their size. */
async function joinThemes(browser: Browser, name: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1452, height: 450 } })
  const images = await Promise.all(
    THEMES.map(async (theme) => {
      const picture = await readFile(join(ALL, `${name}-1440-${theme}-top.png`), 'base64')
      return `<img width="720" height="450" src="data:image/png;base64,${picture}">`
    }),
  )
  await page.setContent(`<body style="margin:0;display:flex;gap:12px;background:#808080">${images.join('')}</body>`)
  await page.screenshot({ path: join(BEST, `${name}.png`) })
  await page.close()
}

async function signIn(browser: Browser, baseURL: string, { name, arrives }: { name: string; arrives: string }) {
  const context = await browser.newContext({ baseURL })
  const page = await context.newPage()
  await page.goto('/signin')
  await page.getByRole('button', { name: `Use the sign-in of ${name}` }).click()
  await page.getByRole('button', { name: 'Access Dashboard' }).click()
  await page.waitForURL(arrives)
  const session = await context.storageState()
  await context.close()
  return session
}

await takePictures()
