import { expect, type Page } from '@playwright/test'
import { within } from './slowdown.ts'

/** On a page that runs from right to left: figures, addresses and other languages' sentences run the other way. */
export async function expectLeftToRight(page: Page, screen: string): Promise<void> {
  const found = () => page.evaluate(findReversed)
  await expect.soft.poll(found, { message: `${screen}, read from left to right`, ...within(10_000) }).toEqual([])
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

  /** Percentages read as Arabic does: the sign comes after the number, so to its left. */
  function partsOf(text: string): RegExpExecArray[] {
    const FIGURES = /[−+]?\$\d[\d .,]*|0x[\da-fA-F…]+|[\w.+-]+@[\w.-]+|\d+:\d\d/g
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
