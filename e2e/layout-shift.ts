import type { Page } from '@playwright/test'
import { expect } from './test.ts'

type LayoutShift = PerformanceEntry & {
  value: number
  hadRecentInput: boolean
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
}

declare global {
  interface Window {
    shifts: { value: number; moved: string[] }[]
  }
}

const SHIFT_MAX = 0.05

/** From the next navigation on. */
export const recordShifts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    window.shifts = []
    const box = ({ x, y, width, height }: DOMRect) => [x, y, width, height].map(Math.round).join(' ')
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as LayoutShift[]) {
        if (hadRecentInput) continue
        const moved = sources.map(
          ({ node, previousRect, currentRect }) =>
            `${node?.nodeName} "${node?.textContent?.trim().slice(0, 30)}" from ${box(previousRect)} to ${box(currentRect)}`,
        )
        window.shifts.push({ value, moved })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })

/** Of the page as it is now, since it was opened. What moved is in the message. */
export async function expectNoShift(page: Page, path: string): Promise<void> {
  const shifts = await page.evaluate(() => window.shifts)
  const sum = shifts.reduce((all, { value }) => all + value, 0)
  expect(sum, `shift of ${path}: ${JSON.stringify(shifts)}`).toBeLessThanOrEqual(SHIFT_MAX)
}
