import { readFileSync } from 'node:fs'
import { LANGUAGES, type Language } from '@trefoil/core/language/languages'
import { expect, test } from 'vitest'
import { publicPageTexts } from '../languages/public-pages.ts'
import { shareTestServer } from '../testing/server.ts'

const server = await shareTestServer()

const ofWeb = (language: Language) =>
  JSON.parse(readFileSync(new URL(`../../../web/src/languages/${language}.json`, import.meta.url), 'utf8')) as Record<
    string,
    string
  >

async function open(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(new URL(path, server.url), { headers })
  return { headers: response.headers, html: await response.text() }
}

test('public pages have titles and descriptions in the language of whoever opens them', async () => {
  for (const [path, title, lead] of [
    ['/facts', 'facts.title', 'facts.lead'],
    ['/simulator', 'simulator.title', 'simulator.lead'],
    ['/trust', 'trust.title', 'trust.lead'],
    ['/causes', 'public.title', 'public.lead'],
    ['/causes/none', 'public.unknownTitle', 'public.unknown'],
    ['/documents', 'publicDocuments.title', 'publicDocuments.lead'],
    ['/documents/none', 'publicDocuments.unknownTitle', 'publicDocuments.unknown'],
  ] as const) {
    const spanish = ofWeb('es')
    const { html, headers } = await open(path, { 'accept-language': 'es-MX,en;q=0.5' })
    expect(html, path).toContain(`<title>${spanish[title]} · Trefoil</title>`)
    expect(html, path).toContain(`<meta name="description" content="${spanish[lead]}"`)
    expect(html, path).toContain(`<h1>${spanish[title]}</h1>`)
    expect(html, path).toContain('<html lang="es"')
    expect(headers.get('vary'), path).toMatch(/^accept-language, cookie\b/)
  }
  const receipt = (await open('/receipts/unknown', { 'accept-language': 'fr' })).html
  expect(receipt).toContain(`<h1>${ofWeb('fr')['public.receipt.title']}</h1>`)
})

test('a choice counts more than what the browser accepts, and without either they are in English', async () => {
  const chosen = await open('/facts', { 'accept-language': 'fr', cookie: 'trefoil-language=ar' })
  expect(chosen.html).toContain(`<h1>${ofWeb('ar')['facts.title']}</h1>`)
  expect(chosen.html).toContain('<html lang="ar" dir="rtl"')
  const none = await open('/facts')
  expect(none.html).toContain('<title>What Members Really Got · Trefoil</title>')
  expect(none.html).toContain('<html lang="en"')
})

test('their texts say in every language what the application says there, and need no escaping', () => {
  for (const language of Object.keys(LANGUAGES) as Language[]) {
    const texts = publicPageTexts(language)
    expect(JSON.stringify(texts), language).not.toMatch(/[<>&']|\\"/)
    for (const say of [texts.documents.inForce, texts.documents.old])
      expect(say({ version: 2 }), language).toMatch(/^[^<>&"']*2[^<>&"']*$/)
    if (language === 'en') continue
    const web = ofWeb(language)
    expect(texts.facts).toEqual({ title: web['facts.title'], lead: web['facts.lead'] })
    expect(texts.receipt).toEqual({ title: web['public.receipt.title'], lead: web['public.receipt.lead'] })
    expect(texts.documents.titles.privacy).toBe(web['documents.privacy'])
  }
})
