import { expect, type Page } from '@playwright/test'
import { within } from './slowdown.ts'

/** On a page that runs from right to left: figures, addresses and other languages' sentences run the other way. */
export async function expectLeftToRight(page: Page, screen: string): Promise<void> {
  const found = () => page.evaluate(findReversed)
  await expect.soft.poll(found, { message: `${screen}, read from left to right`, ...within(10_000) }).toEqual([])
  const misplaced = () => page.evaluate(findMisplaced)
  await expect.soft.poll(misplaced, { message: `${screen}, in its place`, ...within(10_000) }).toEqual([])
}

/** Runs in the page: figures that do not end below each other, and what people wrote that is not beside its words. */
function findMisplaced(): string[] {
  const rightOf = new Map<string, number>()
  const isRagged = (cell: HTMLTableCellElement): boolean => {
    const range = document.createRange()
    range.selectNodeContents(cell)
    const { right, width } = range.getBoundingClientRect()
    const table = [...document.querySelectorAll('table')].indexOf(cell.closest('table') as HTMLTableElement)
    const key = `${table} ${cell.cellIndex}`
    if (width === 0) return false
    const first = rightOf.get(key) ?? right
    rightOf.set(key, first)
    return Math.abs(first - right) > 1
  }
  const cells = document.querySelectorAll<HTMLTableCellElement>(
    'table:not([data-form="cards"]) :is(th, td)[data-align="end"]',
  )
  const written = [...document.querySelectorAll<HTMLElement>('.own-direction')]
  return [
    ...[...cells].filter(isRagged).map((cell) => cell.innerText),
    ...written.filter((each) => getComputedStyle(each).textAlign === 'start').map((each) => each.innerText),
  ]
}

/** Runs in the page: what consists of Latin letters and digits, but is not written from left to right. */
function findReversed(): string[] {
  const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u
  const faults: string[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const node = walker.currentNode
    const parent = node.parentElement
    const isShown = parent?.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    if (!isShown || parent?.closest('.visually-hidden, script, style, noscript, option')) continue
    for (const { index, 0: part } of partsOf(node.textContent ?? ''))
      if (!runsToTheRight(node, index, part.length)) faults.push(part.slice(0, 60))
  }
  return [...new Set(faults)]

  function partsOf(text: string): RegExpExecArray[] {
    const FIGURES = /[−+]?\$\d[\d .,]*|0x[\da-fA-F…]+|[\w.+-]+@[\w.-]+|\d+:\d\d|\d[\d.,]*[^\d\p{L}]{0,2}%/gu
    // With the full stop of a sentence, and the sign of a figure.
    const WHOLE = /[−+]?\$?[\p{L}\d].*[\p{L}\d](?:(?<= .*)[.!?])?/su
    const whole = RIGHT_TO_LEFT.test(text) || text.includes('%') ? null : WHOLE.exec(text)
    return whole ? [whole] : [...text.matchAll(FIGURES)]
  }

  function runsToTheRight(node: Node, from: number, length: number): boolean {
    const range = document.createRange()
    let last: DOMRect | undefined
    for (let at = from; at < from + length; at += 1) {
      range.setStart(node, at)
      range.setEnd(node, at + 1)
      const box = range.getBoundingClientRect()
      if (box.width === 0) continue
      const isSameLine = last && Math.abs(box.top - last.top) < box.height / 2
      if (last && isSameLine && box.left < last.left - 1) return false
      last = box
    }
    return true
  }
}
