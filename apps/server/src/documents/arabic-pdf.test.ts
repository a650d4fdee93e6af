import type { Language } from '@trefoil/core/language/languages'
import { getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import { lettersOfGlyphs, readPdf, readQr } from '../testing/pdf.ts'
import { MARGIN } from './pdf.ts'
import { makeReceiptPdf } from './receipt-pdf.ts'
import type { StatementContent } from './read-statement.ts'
import { makeStatementPdf } from './statement-pdf.ts'

const at = new Date('2026-11-18T10:14:00Z')
const range = { start: new Date('2026-01-01T00:00:00Z'), end: new Date('2027-01-01T00:00:00Z') }
const ADDRESS = 'https://trefoil.example.org/receipts/donation-7'

async function bytesOf(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const all: Uint8Array[] = []
  for await (const piece of pieces) all.push(piece)
  return new Uint8Array(Buffer.concat(all))
}

function receipt(name: string, language: Language = 'ar'): Promise<Uint8Array> {
  const facts = { reference: 'donation-7', amount: 1_234_567n, at, cause: 'الأمل', position: '42', reversedAt: null }
  const made = { receipt: { ...facts, deductible: [], name }, verifyAt: ADDRESS, language }
  return bytesOf(makeReceiptPdf({ ...made, paper: 'A4' }) as AsyncIterable<Uint8Array>)
}

function statement(descriptions: readonly string[]): Promise<Uint8Array> {
  async function* lines(): StatementContent['lines'] {
    yield descriptions.map((description) => ({
      at,
      position: '1',
      kind: 'Transfer',
      description,
      account: 'impact',
      amount: -1_500_000n,
      balance: 200_000n,
    }))
  }
  const accounts = [{ account: 'impact', opening: 1_700_000n, closing: 200_000n }] as const
  const summary = { accounts: [...accounts], kinds: [], lines: descriptions.length }
  const content = { name: 'ليلى', range, asOf: range.end, summary, lines: lines() }
  return bytesOf(makeStatementPdf(content, { paper: 'A4', language: 'ar' }))
}

type Placed = { text: string; left: number; right: number; height: number }

async function readPlaces(bytes: Uint8Array, number = 1): Promise<Placed[]> {
  const page = await (await getDocumentProxy(Uint8Array.from(bytes))).getPage(number)
  const { items } = await page.getTextContent()
  return items.flatMap((item) => {
    if (!('str' in item) || item.str.trim() === '') return []
    const [, , , , left, height] = item.transform.map(Number)
    return [{ text: item.str.trim(), left: left ?? 0, right: (left ?? 0) + item.width, height: height ?? 0 }]
  })
}

const placeOf = (places: readonly Placed[], text: string): Placed => {
  const found = places.find((place) => place.text === text)
  if (!found) throw new Error(`${text} is not among ${places.map((place) => place.text).join(' | ')}`)
  return found
}

test('letters are joined: one has several forms, and two may have one', async () => {
  const letters = lettersOfGlyphs(await receipt('سلام'))
  const formsOf = (letter: string) => letters.filter((each) => each === letter)
  // Alone and at the end of a word; at its beginning and in its middle.
  expect(formsOf('ا').length).toBeGreaterThan(1)
  expect(formsOf('ل').length).toBeGreaterThan(1)
  // The ligature, whose letters readers turn around.
  expect(letters).toContain('ال')
  expect((await readPdf(await receipt('سلام'))).pages[0]).toContain('سلام')
})

test('a receipt begins at the right, and what runs from left to right still does', async () => {
  const bytes = await receipt('John محمد')
  const places = await readPlaces(bytes)
  const [label, amount, unit] = ['المبلغ', '$12.34567', ')دولار أمريكي('].map((text) =>
    // The largest amount stands alone.
    placeOf(
      places.filter(({ height }) => text !== '$12.34567' || height < placeOf(places, text).height),
      text,
    ),
  )
  expect(label!.right).toBeCloseTo(595.28 - MARGIN, 0)
  expect(amount!.right).toBeLessThan(label!.left)
  expect(unit!.right).toBeLessThan(amount!.left)
  expect(placeOf(places, 'John').right).toBeLessThan(placeOf(places, 'محمد').left)
  for (const value of ['donation-7', ADDRESS, '42', '10:14']) placeOf(places, value)
  expect(placeOf(places, ADDRESS).right).toBeLessThan(595.28 - MARGIN - 132)
  expect(readQr(bytes)).toBe(ADDRESS)
  const file = Buffer.from(bytes).toString('latin1')
  for (const mark of ['/Lang (ar)', '/FontFile2', `/Contents (${ADDRESS})`]) expect(file).toContain(mark)
})

test('the first column of a table stands at the right, and amounts end one below the other', async () => {
  const places = await readPlaces(await statement(['تحويل إلى \u2068Ann\u2069']))
  const heads = ['الحساب', 'الافتتاح', 'التغير', 'الإقفال'].map((text) => placeOf(places, text).right)
  expect(heads).toEqual(heads.toSorted((a, b) => b - a))
  const [opening, change] = [placeOf(places, '$17.00000'), placeOf(places, '-$15.00000')]
  expect(opening.right).toBeCloseTo(heads[1]!, 0)
  expect(change.right).toBeCloseTo(heads[2]!, 0)
  placeOf(places, '2026-11-18 10:14')
})

test('no name turns anything around it, or runs out of its place', async () => {
  const [first, second] = ['\u202eevil\u2069\u2069 محمد', `${'عبدالرحمن'.repeat(11)} ${'long'.repeat(25)}`]
  const names = [first, second].map((name) => `تحويل إلى \u2068${name}\u2069 (عُكس)`)
  const places = await readPlaces(await statement(names))
  for (const { text, left, right } of places) {
    expect(left, text).toBeGreaterThanOrEqual(MARGIN - 0.5)
    expect(right, text).toBeLessThanOrEqual(595.28 - MARGIN + 0.5)
  }
  const columns = places.filter(({ text }) => text === '-$15.00000')
  for (const { text, left, right, height } of places.filter(({ text: own }) => /^(?:long|عبد)/.test(own)))
    for (const amount of columns)
      if (Math.abs(amount.height - height) < 4) expect(left > amount.right || right < amount.left, text).toBe(true)
  const evil = placeOf(places, 'evil')
  expect(evil.right).toBeLessThan(places.find(({ text }) => text.startsWith('تحويل'))!.left)
})

test('a long statement goes on over pages, with its head and its number on each', async () => {
  const bytes = await statement(Array.from({ length: 120 }, (_, index) => `تحويل إلى \u2068رقم ${index}\u2069`))
  const { pages } = await readPdf(bytes)
  expect(pages.length).toBeGreaterThan(3)
  for (const [index, page] of pages.entries()) {
    expect(page).toContain('الوصف')
    expect(page).toMatch(new RegExp(`صفحة\\s*${index + 1}\\s*$`))
  }
  expect(pages.join('\n').match(/تحويل/g)).toHaveLength(120)
})

test('an Arabic name is shown in documents of other languages, too', async () => {
  const places = await readPlaces(await receipt('Ann محمد', 'en'))
  const [ann, other] = [placeOf(places, 'Ann'), placeOf(places, 'محمد')]
  expect(ann.right).toBeLessThan(other.left)
  expect(ann.left).toBeGreaterThan(placeOf(places, 'Given by').right)
})
