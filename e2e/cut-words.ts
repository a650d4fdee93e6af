import { expect, type Page } from '@playwright/test'
import { redrawn } from './people.ts'
import { within } from './slowdown.ts'

const WIDTHS = [1440, 375]

/** On a desktop and on a phone, without loading the page again. */
export async function expectNoCutWords(page: Page, screen: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    await redrawn(page)
    const found = () => page.evaluate(findCutWords)
    await expect.soft.poll(found, { message: `${screen} at ${width}`, ...within(10_000) }).toEqual([])
  }
  await page.setViewportSize({ width: WIDTHS[0] ?? 0, height: 900 })
}

/** Runs in the page: words that leave the page, are cut off by a box, or lie over one another. */
function findCutWords(): string[] {
  const TOLERANCE = 1.5
  const faults: string[] = []
  const root = document.documentElement
  if (root.scrollWidth > root.clientWidth) faults.push(`the page is ${root.scrollWidth} wide`)

  type Box = { left: number; right: number; top: number; bottom: number }
  /** `seen`: without what a box hides. */
  type Words = { text: string; boxes: DOMRect[]; seen: Box[]; element: Element }
  const words: Words[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const node = walker.currentNode
    const element = node.parentElement
    const text = node.textContent?.trim() ?? ''
    if (!element || text === '' || isNotForEyes(element)) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const boxes = [...range.getClientRects()].filter(({ width, height }) => width > 0 && height > 0)
    const seen = boxes
      .map((box) => seenOf(box, element))
      .filter(({ left, right, top, bottom }) => right > left && bottom > top)
    words.push({ text: text.slice(0, 40), boxes, seen, element })
  }

  for (const { text, boxes, element } of words) {
    const box = clippedBy(element)
    const over = box && boxes.some(({ left, right }) => left < box.left - TOLERANCE || right > box.right + TOLERANCE)
    if (over) faults.push(`"${text}" is cut off`)
    if (boxes.some(({ left, right }) => left < -TOLERANCE || right > root.clientWidth + TOLERANCE) && !scrolls(element))
      faults.push(`"${text}" is outside of the page`)
  }
  // From top to bottom, so that each is compared with its neighbours only: a long table has thousands of words.
  const placed = words
    .flatMap(({ text, seen, element }) => seen.map((box) => ({ text, box, element, layer: layerOf(element) })))
    .toSorted((a, b) => a.box.top - b.box.top)
  for (const [index, one] of placed.entries())
    for (let at = index + 1; at < placed.length; at += 1) {
      const other = placed[at]
      if (!other || other.box.top >= one.box.bottom) break
      // A line that ends in an ellipsis has a box for it, too.
      if (one.element !== other.element && one.layer === other.layer && overlap(one.box, other.box))
        faults.push(`"${one.text}" and "${other.text}" overlap`)
    }
  for (const field of document.querySelectorAll('input, select, textarea'))
    if (!isNotForEyes(field)) {
      const room = roomIn(field)
      for (const sign of field.parentElement?.querySelectorAll('svg, button, span') ?? [])
        if (!isNotForEyes(sign.parentElement ?? sign) && overlap(room, sign.getBoundingClientRect()))
          faults.push(`"${nameOf(field)}" has something over what is typed`)
    }
  for (const field of document.querySelectorAll('input[placeholder]'))
    if (!isNotForEyes(field) && widthOf(field.getAttribute('placeholder') ?? '', field) > widthIn(field) + TOLERANCE)
      faults.push(`"${field.getAttribute('placeholder')}" is cut off`)
  for (const label of document.querySelectorAll('svg text')) {
    const [box, drawing] = [label, label.closest('svg') ?? label].map((each) => each.getBoundingClientRect())
    const over = box && drawing && (box.left < drawing.left - TOLERANCE || box.right > drawing.right + TOLERANCE)
    if (over && label.checkVisibility()) faults.push(`"${label.textContent}" is cut off in a drawing`)
  }
  return [...new Set(faults)]

  /** Without the insets. */
  function roomIn(field: Element): Box {
    const { left, right, top, bottom } = field.getBoundingClientRect()
    const { paddingLeft, paddingRight } = getComputedStyle(field)
    return { left: left + parseFloat(paddingLeft), right: right - parseFloat(paddingRight), top, bottom }
  }

  function widthIn(field: Element): number {
    const { left, right } = roomIn(field)
    return right - left
  }

  function widthOf(text: string, field: Element): number {
    const canvas = document.createElement('canvas').getContext('2d')
    if (!canvas) return 0
    // Not `font`, which is empty where a style has more than it can say.
    const { fontWeight, fontSize, fontFamily } = getComputedStyle(field)
    canvas.font = `${fontWeight} ${fontSize} ${fontFamily}`
    return canvas.measureText(text).width
  }

  function nameOf(field: Element): string {
    return field.getAttribute('aria-label') ?? document.querySelector(`label[for="${field.id}"]`)?.textContent ?? ''
  }

  function isNotForEyes(element: Element): boolean {
    if (element.closest('.visually-hidden, svg, script, style, noscript, option, [aria-hidden="true"]')) return true
    const hidden = (each: Element | null): boolean =>
      each !== null && (getComputedStyle(each).clipPath !== 'none' || hidden(each.parentElement))
    return !element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || hidden(element)
  }

  /** The nearest box that hides what reaches over it. One that shows an ellipsis says that there is more. */
  function clippedBy(element: Element): DOMRect | null {
    for (let each: Element | null = element; each && each !== document.body; each = each.parentElement) {
      const { overflowX, textOverflow } = getComputedStyle(each)
      if (textOverflow === 'ellipsis' || overflowX === 'auto' || overflowX === 'scroll') return null
      if (overflowX === 'hidden' || overflowX === 'clip') return each.getBoundingClientRect()
    }
    return null
  }

  function scrolls(element: Element): boolean {
    for (let each: Element | null = element; each && each !== document.body; each = each.parentElement)
      if (['auto', 'scroll', 'hidden', 'clip'].includes(getComputedStyle(each).overflowX)) return true
    return false
  }

  /** What floats lies over other words on purpose. */
  function layerOf(element: Element): Element {
    for (let each: Element | null = element; each && each !== document.body; each = each.parentElement)
      if (getComputedStyle(each).position !== 'static' && getComputedStyle(each).position !== 'relative') return each
    return document.body
  }

  function seenOf(box: Box, element: Element): Box {
    let { left, right, top, bottom } = box
    for (let each: Element | null = element; each && each !== document.body; each = each.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(each)
      const outer = each.getBoundingClientRect()
      if (overflowX !== 'visible') [left, right] = [Math.max(left, outer.left), Math.min(right, outer.right)]
      // What is scrolled away in a box lies over nothing.
      if (overflowY !== 'visible') [top, bottom] = [Math.max(top, outer.top), Math.min(bottom, outer.bottom)]
    }
    return { left, right, top, bottom }
  }

  function overlap(a: Box, b: Box): boolean {
    const width = Math.min(a.right, b.right) - Math.max(a.left, b.left)
    const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
    // Lines of text may touch: letters are lower than their line.
    return width > 2 && height > Math.min(a.bottom - a.top, b.bottom - b.top) / 2
  }
}
