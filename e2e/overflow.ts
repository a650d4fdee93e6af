import { expect, type Page } from '@playwright/test'
import { redrawn } from './people.ts'

const IS_LONG = process.env['TREFOIL_LONG'] === '1'

/** A phone, a tablet, the narrowest and the usual desktop; in the long form both sides of every breakpoint. */
const WIDTHS = IS_LONG
  ? [320, 375, 480, 639, 640, 768, 900, 901, 1024, 1100, 1280, 1440, 1600, 1920]
  : [320, 640, 901, 1440]

/** Every table on the page, at every width. */
export async function expectTablesFit(page: Page, screen: string): Promise<void> {
  const size = page.viewportSize() ?? { width: 1440, height: 900 }
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    await redrawn(page)
    await expect.soft.poll(() => page.evaluate(findFaults), { message: `${screen} at ${width}` }).toEqual([])
  }
  await page.setViewportSize(size)
}

/** Runs in the page: finds what overflows, and what wraps but must not. */
function findFaults(): string[] {
  const TOLERANCE = 1
  const UNBROKEN = [
    // 28th September, 2026
    /^\d{1,2}(?:st|nd|rd|th) \w+, \d{4}$/,
    // The day of 28 Sep 2026, 22:58:59
    /^\d{2}\u00a0\w+\u00a0\d{4}$/,
  ]
  const faults: string[] = []
  const root = document.documentElement
  if (root.scrollWidth > root.clientWidth) faults.push(`the page is ${root.scrollWidth} wide`)
  const dialog = document.querySelector('dialog[open]')
  if (dialog && dialog.scrollWidth > dialog.clientWidth) faults.push(`the dialog is ${dialog.scrollWidth} wide`)

  type Box = { left: number; right: number }
  const overlap = (a: Box, b: Box): Box => ({ left: Math.max(a.left, b.left), right: Math.min(a.right, b.right) })
  const reachesOver = (inner: Box, outer: Box): boolean =>
    inner.right > inner.left && (inner.left < outer.left - TOLERANCE || inner.right > outer.right + TOLERANCE)
  const nameOf = (table: Element): string =>
    table.getAttribute('aria-label') ??
    document.getElementById(table.getAttribute('aria-labelledby') ?? '')?.textContent ??
    ''
  /** Only the visible part: an ellipsis stands for the rest. */
  const seen = (box: Box, from: Element, cell: Element): Box => {
    let left = box
    for (let each: Element | null = from; each && each !== cell; each = each.parentElement)
      if (getComputedStyle(each).overflowX !== 'visible') left = overlap(left, each.getBoundingClientRect())
    return left
  }

  for (const table of document.querySelectorAll('table')) {
    const card = table.closest('[data-table-card]')
    if (!card || !table.checkVisibility()) continue
    const name = nameOf(table)
    if (reachesOver(table.getBoundingClientRect(), card.getBoundingClientRect()))
      faults.push(`${name}: out of its card`)
    for (const cell of table.querySelectorAll('th, td')) {
      // Headers of rows shown as cards are only for screen readers.
      const isForEyes = cell.checkVisibility() && getComputedStyle(cell.closest('thead') ?? cell).clipPath === 'none'
      if (!isForEyes) continue
      const edges = cell.getBoundingClientRect()
      const cellName = `${name}: ${cell.getAttribute('data-heading') ?? 'head'} "${cell.textContent.slice(0, 24)}"`
      if (reachesOver(edges, card.getBoundingClientRect())) faults.push(`${cellName} is out of the card`)
      const words = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
      while (words.nextNode()) {
        const word = words.currentNode
        const parent = word.parentElement
        if (!parent || parent.closest('.visually-hidden')) continue
        const range = document.createRange()
        range.selectNodeContents(word)
        const lines = [...range.getClientRects()]
        if (lines.some((line) => reachesOver(seen(line, parent, cell), edges))) faults.push(`${cellName} reaches over`)
        const [day = ''] = word.textContent?.split(', ') ?? []
        const text = UNBROKEN[1]?.test(day) ? day : (word.textContent ?? '')
        range.setEnd(word, text.length)
        const rows = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
        if (rows.size > 1 && UNBROKEN.some((form) => form.test(text))) faults.push(`${cellName} is broken`)
      }
      for (const part of cell.querySelectorAll('button, svg, input, li'))
        if (reachesOver(part.getBoundingClientRect(), edges)) faults.push(`${cellName}: a part reaches over`)
    }
  }
  return [...new Set(faults)]
}
