import { getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import { readPdf } from '../testing/pdf.ts'
import { makeGivingPdf } from './giving-pdf.ts'

const range = { start: new Date('2025-01-01T00:00:00Z'), end: new Date('2026-01-01T00:00:00Z') }

async function* noLines(): AsyncGenerator<never[]> {
  yield []
}

/** With so many causes, a section begins wherever on the page. */
async function draw(causes: number): Promise<Uint8Array> {
  const one = { count: 1, amount: 1_000_000n }
  const summary = {
    given: one,
    reversed: { count: 0, amount: 0n },
    causes: Array.from({ length: causes }, (_, number) => ({ cause: `Cause ${number}`, ...one })),
    months: [{ month: '2025-01', ...one }],
    lines: 0,
  }
  const pieces: Uint8Array[] = []
  const content = { name: 'Ann', range, asOf: range.end, summary, lines: noLines() }
  for await (const piece of makeGivingPdf(content, { paper: 'A4', language: 'en' })) pieces.push(piece)
  return new Uint8Array(Buffer.concat(pieces))
}

test('every page has its number, and no heading stands alone at its end', async () => {
  for (let causes = 14; causes <= 36; causes += 1) {
    const { pages } = await readPdf(await draw(causes))
    for (const [index, page] of pages.entries()) {
      expect(page, `${causes} causes`).toContain(`Page ${index + 1}`)
      expect(page.replace(/\s*Page \d+\s*$/, ''), `${causes} causes`).not.toMatch(/(By month|Donations|Amount)$/)
    }
  }
})

test('no line of a table runs through its words', async () => {
  const page = await (await getDocumentProxy(await draw(8))).getPage(1)
  const { items } = await page.getTextContent()
  const heights = items.flatMap((item) =>
    'str' in item && item.str.startsWith('Cause ') ? [Number(item.transform[5])] : [],
  )
  expect(heights).toHaveLength(8)
  for (const [index, height] of heights.slice(1).entries())
    // Words of 8.5 points, and as much again for the line between two rows.
    expect((heights[index] ?? 0) - height).toBeGreaterThan(14)
})
