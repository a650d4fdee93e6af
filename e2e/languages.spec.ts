import type { Page } from '@playwright/test'
import { LANGUAGES, type Language } from '@trefoil/core/language/languages'
import { readMessages } from '../apps/web/languages/read-messages.ts'
import { readTranslations, TRANSLATED } from '../apps/web/languages/read-translations.ts'
import { expectNoViolations } from './axe.ts'
import { visitConsent } from './consent-walk.ts'
import { noteComplaints } from './complaints.ts'
import { expectNoCutWords } from './cut-words.ts'
import { GIVING_REPLIES } from './longest/giving-replies.ts'
import { MEMBER_REPLIES } from './longest/member-replies.ts'
import { answerWith } from './longest/screens.ts'
import { LONGEST_CASE, SUPPORT_REPLIES } from './longest/support-replies.ts'
import { enterAsSample, newMember, openAs as openAsMember } from './members.ts'
import { OPENED } from './opened.ts'
import { openAs } from './operators.ts'
import { expectNoShift, recordShifts } from './layout-shift.ts'
import { arrived, expectNoWiderThan, settled } from './people.ts'
import { expectLeftToRight } from './reading-order.ts'
import { pathsOf, SCREENS } from './screens.ts'
import { expect, test } from './test.ts'
import { visitPaySheet } from './wallet-walk.ts'

const PUBLIC_PAGES = [
  '/causes',
  '/causes/the-cause',
  '/documents',
  '/facts',
  '/simulator',
  '/trust',
  '/receipts/unknown',
]
const VISITORS = [...pathsOf(SCREENS.visitor), '/no/such/page', ...PUBLIC_PAGES]
const MEMBERS = pathsOf(SCREENS.member)
const SUBMITTED_EMPTY = ['/signin', '/signup']

/** Screens that look different for whoever has nothing yet. */
const EMPTY = ['', '/transactions', '/network', '/inbox', '/support', '/reports?tab=graph'].map(
  (path) => `/dashboard${path}`,
)

const LONGEST = [
  '',
  '/transactions',
  '/fund-transfer?tab=history',
  '/network',
  '/donate',
  '/withdraw',
  '/setting?tab=security',
  '/reports?tab=earning',
  '/reports?tab=performance',
  '/inbox',
  '/support',
  `/support?case=${LONGEST_CASE}`,
].map((path) => `/dashboard${path}`)

/** Shows what the server wrote, whatever other tests made it write. */
const MAILS = '/demo/mail'

/** The name of the demo's first cause, which is also a word of the page. */
const CAUSE = 'The cause'

/** Steps that axe checks; the others look like one of them. */
const SOUND = new Set([
  'explanation of available',
  'explanation of earning_threshold',
  'explanation of top_referrers',
  'sign-up with documents',
  'documents to agree to',
  'document of before',
  'wallets to choose from',
  'payment to review',
  'payment is pending',
])

const SOURCE = [...(await readMessages()).values()].flat()

/** It runs the other way, so in it most faults show. */
const WALKED_ALWAYS: Language = 'ar'

const IS_LONG = process.env['TREFOIL_LONG'] === '1'

/**
 * Walking through every screen is slow, so `npm test` does it in one language, and looks for everything at once: texts,
 * cut words, layout shift, widths, and what axe finds. `npm run test:long` walks in all of them, on a phone as well.
 * What does not need a browser (that every message is there, with its values and plurals) is checked for all of them
 * every time.
 */
const WALKED = IS_LONG ? (TRANSLATED as Language[]) : [WALKED_ALWAYS]

for (const language of WALKED) {
  test(`${language}: no word is cut off or left in English, for visitors`, async ({ page, baseURL }) => {
    test.slow()
    await speak(page, language, baseURL)
    const complaints = noteComplaints(page)
    for (const path of VISITORS) {
      await look(page, path, language)
      if (!SUBMITTED_EMPTY.includes(path)) continue
      await page.locator('main form button[type="submit"]').click()
      await expect(page.locator('[aria-invalid="true"]').first()).toBeVisible()
      await expectSound(page, `${path} with nothing typed`, language)
    }
    expect(complaints).toEqual([])
  })

  test(`${language}: no word is cut off or left in English, for members`, async ({ page, baseURL }) => {
    test.slow()
    const complaints = noteComplaints(page)
    await recordShifts(page)
    // The stream never answers, so what other tests do moves nothing here.
    await page.route('**/api/events', () => {})
    await enterAsSample(page)
    await speak(page, language, baseURL)
    for (const path of MEMBERS) await look(page, path, language, () => expectNoShift(page, path))
    expect(complaints).toEqual([])
  })

  test(`${language}: no word is cut off in what opens, nor for a newcomer`, async ({ page, request, baseURL }) => {
    test.slow()
    const translations = await readTranslations(language)
    await enterAsSample(page)
    await speak(page, language, baseURL)
    let before = ''
    for (const { name, path, open, isSheet = false } of OPENED) {
      if (isSheet && path === before) await closeSheet(page)
      else {
        await page.goto(path)
        await settled(page)
      }
      before = isSheet ? path : ''
      await open(page, (id) => translations[id] ?? id)
      await expectTranslated(page, name, language)
      if (!isSheet || SOUND.has(name)) await expectSound(page, name, language)
    }
    await openAsMember(page, await newMember(request), '')
    for (const path of EMPTY) {
      await page.goto(path)
      await settled(page)
      await expectTranslated(page, path, language)
    }
  })

  for (const [where, visit] of [
    ['where documents are published', visitConsent],
    ['on the way of a payment from a wallet', visitPaySheet],
  ] as const)
    test(`${language}: no word is cut off or left in English ${where}`, async ({ page, request, baseURL }) => {
      test.slow()
      const translations = await readTranslations(language)
      await speak(page, language, baseURL)
      await visit(page, request, {
        said: (id) => translations[id] ?? id,
        look: async (screen) => {
          await expectTranslated(page, screen, language)
          if (SOUND.has(screen)) await expectSound(page, screen, language)
        },
      })
    })
}

for (const language of WALKED)
  test(`${language}: no word is cut off with the longest data`, { tag: '@long' }, async ({ page, baseURL }) => {
    test.slow()
    await answerWith(page, { ...MEMBER_REPLIES, ...SUPPORT_REPLIES, ...GIVING_REPLIES })
    await enterAsSample(page)
    await speak(page, language, baseURL)
    for (const path of LONGEST) {
      await page.goto(path)
      await settled(page)
      await expectReadable(page, `longest data of ${path}`, language)
    }
  })

test('the language of the browser is that of the page, until another one is chosen', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ locale: 'fr-CA', ...(baseURL !== undefined && { baseURL }) })
  const page = await context.newPage()
  const french = await readTranslations('fr')
  const arabic = await readTranslations('ar')
  await page.goto('/signin')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(french['signIn.screen.title'] ?? '')
  const choice = page.getByRole('combobox', { name: french['common.language.label'] ?? '' })
  await expect(choice.getByRole('option')).toHaveText(Object.values(LANGUAGES).map(({ name }) => name))

  await choice.focus()
  await choice.selectOption('العربية')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(arabic['signIn.screen.title'] ?? '')
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  // The choice is kept for the other pages.
  await page.goto('/facts')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(arabic['facts.title'] ?? '')
  await page.getByRole('combobox').selectOption('English')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('What Members Really Got')
  await expect(page.locator('html')).toHaveAttribute('dir', 'ltr')
  await context.close()
})

for (const language of ['es', 'ar'] as const)
  test(`${language}: a refusal and a notice are not in English`, async ({ page, request, baseURL }) => {
    const translations = await readTranslations(language)
    const said = (id: string, values: Record<string, string> = {}) =>
      (translations[id] ?? id).replaceAll(/\{(\w+)\}/g, (_, name: string) =>
        language === 'ar' ? `\u2068${values[name]}\u2069` : String(values[name]),
      )
    const member = await newMember(request)
    await speak(page, language, baseURL)
    await openAsMember(page, member, '/donate')
    await settled(page)
    await page.getByRole('textbox', { name: said('donate.amount') }).fill('12')
    await page.getByRole('button', { name: said('donate.submit') }).click()
    await page.getByRole('dialog').getByRole('button').filter({ hasText: '$12' }).click()
    const refusal = said('refusalDetails.impact_not_covered', { balance: '$0.00000', amount: '$12.00000' })
    await expect(page.getByText(refusal).first()).toBeVisible()

    const wallet_address = '0x52908400098527886E0F7030069857D2E4169EE7'
    const headers = { authorization: `Bearer ${member.token}` }
    const saved = await request.put('/api/users/wallet', { data: { wallet_address }, headers })
    expect(saved.status()).toBe(200)
    await page.goto('/dashboard/inbox')
    await settled(page)
    const notice = page.getByRole('listitem').filter({ hasText: wallet_address })
    await expect(notice).toContainText(said('notices.new_address.title'))
    await expect(notice).toContainText(said('notices.new_address.text', { address: wallet_address }))
  })

test('a choice in the settings is the language of mails, too', async ({ page, request }) => {
  const member = await newMember(request)
  await openAsMember(page, member, '/setting')
  await settled(page)
  const saved = page.waitForResponse((response) => response.url().endsWith('/api/users/language'))
  await page.getByRole('combobox', { name: 'Language' }).selectOption('fr')
  expect((await saved).status()).toBe(200)
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
  const headers = { authorization: `Bearer ${member.token}` }
  const profile = await request.get('/api/users/profile', { headers })
  expect((await profile.json()).data.profile.language).toBe('fr')
})

test('English loads no texts of another language, and another language only its own', async ({ page, baseURL }) => {
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(...(/(later-)?language-\w+/.exec(request.url())?.slice(0, 1) ?? [])))
  await page.goto('/signin')
  await arrived(page)
  expect(loaded).toEqual([])
  await speak(page, 'id', baseURL)
  await page.goto('/signin')
  await arrived(page)
  expect(new Set(loaded)).toEqual(new Set(['language-id']))

  // What explains comes with the first sheet, in one file more.
  await enterAsSample(page)
  await page.goto('/dashboard')
  await settled(page)
  expect(new Set(loaded)).toEqual(new Set(['language-id']))
  await page.locator('[data-figure="available"]').first().click()
  await page.locator('[data-explained-value]').waitFor()
  expect(new Set(loaded)).toEqual(new Set(['language-id', 'later-language-id']))
})

test('the console speaks English', async ({ page, baseURL, olga }) => {
  await speak(page, 'ar', baseURL)
  await openAs(page, olga, '/operator')
  await settled(page)
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(page.locator('html')).toHaveAttribute('dir', 'ltr')
})

async function speak(page: Page, language: Language, url = ''): Promise<void> {
  await page.context().addCookies([{ name: 'trefoil-language', value: language, url }])
}

async function closeSheet(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

async function look(page: Page, path: string, language: Language, first = async () => {}): Promise<void> {
  await page.goto(path)
  await arrivedIn(page, path)
  await first()
  await (path === MAILS ? expectReadable : expectTranslated)(page, path, language)
  await expectSound(page, path, language)
}

/** Checks that hold in every language: axe finds nothing, and the page fits the narrowest phone and 200 %. */
async function expectSound(page: Page, screen: string, language: Language): Promise<void> {
  if (language !== WALKED_ALWAYS) return
  const size = page.viewportSize() ?? { width: 1440, height: 900 }
  for (const width of [720, 320]) {
    await page.setViewportSize({ ...size, width })
    await expectNoWiderThan(page, width, screen)
  }
  await page.setViewportSize(size)
  await expectNoViolations(page, screen)
}

async function expectTranslated(page: Page, screen: string, language: Language): Promise<void> {
  expect.soft(await englishOn(page, language), `${screen} in ${language}`).toEqual([])
  await expectReadable(page, screen, language)
}

async function expectReadable(page: Page, screen: string, language: Language): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('lang', language)
  await expect(page.locator('html')).toHaveAttribute('dir', LANGUAGES[language].direction)
  await expectNoCutWords(page, `${screen} in ${language}`)
  if (LANGUAGES[language].direction === 'rtl') await expectLeftToRight(page, `${screen} in ${language}`)
}

const arrivedIn = (page: Page, path: string): Promise<void> =>
  PUBLIC_PAGES.includes(path) ? expect(page.locator('#content h1')).toBeVisible() : settled(page)

/**
 * Texts on the page that are messages in English, where the language says something else. Of what the server says, those
 * with values, too.
 */
async function englishOn(page: Page, language: Language): Promise<string[]> {
  const translations = await readTranslations(language)
  const sentences = SOURCE.filter(
    ({ id, part, message, parameters }) => part === 'later' && parameters.length > 0 && translations[id] !== message,
  ).flatMap(({ message }) => patternOf(message) ?? [])
  const english = new Set(
    SOURCE.filter(({ id, message, parameters }) => parameters.length === 0 && translations[id] !== message).map(
      ({ message }) => message,
    ),
  )
  for (const text of [...Object.values(translations), CAUSE]) english.delete(text)
  const shown = await page.evaluate(() => {
    const texts: string[] = [document.title]
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const node = walker.currentNode
      if (node instanceof Element)
        texts.push(node.getAttribute('aria-label') ?? '', node.getAttribute('placeholder') ?? '')
      else if (!node.parentElement?.closest('script, style, noscript')) texts.push(node.textContent?.trim() ?? '')
    }
    return texts
  })
  // A title says what it is about after a dot.
  return [...new Set(shown.flatMap((text) => [text, ...text.split(' · ')]))].filter(
    (text) => english.has(text) || sentences.some((sentence) => sentence.test(text)),
  )
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

const GAP = /\{\w+(?:, number)?\}/

/** Of an English message, with anything in place of its values. None for what has hardly a word of its own. */
function patternOf(message: string): RegExp | undefined {
  const pieces = message.split(GAP)
  if (message.includes('plural') || pieces.join('').replaceAll(/[^a-z]/gi, '').length < 4) return undefined
  return new RegExp(`^${pieces.map((piece) => escaped(piece)).join('.+')}$`, 's')
}
