import type { Page } from '@playwright/test'

/**
 * Where a number needs no sheet, and why. Kept in step with "Figures without a sheet" in docs/screens.md: whoever adds a
 * line here adds one there.
 */
const EXCEPTIONS: readonly [selector: string, why: string][] = [
  ['[data-computed]', 'follows from what was typed just now, and says how'],
  ['[data-typed]', 'was typed just now'],
  ['[data-limit]', 'a setting, and what is left of it, as the sentence below says'],
  ['dialog button[type="submit"]', 'repeats it'],
  ['[aria-label="Check of your balance"]', 'leads to Verify, which shows how all of it was computed'],
  ['[data-no-money]', 'an activity without money'],
  ['[role="tooltip"], [data-node], [role="treeitem"]', 'cannot hold buttons: the chosen member’s figures are above'],
  ['search', 'leads to the member in the tree, who is then the chosen one'],
  ['svg', 'the scale of a chart, whose figures are above it and in the table'],
]

/** The columns of tables that need none. A description repeats its row's amount, a share is in the amount's sheet. */
const COLUMNS = [
  'Description',
  'Share',
  'Serial No',
  'Id',
  'Transfer Id',
  'Name',
  'Recipient Name',
  'To',
  'Date',
  'Month',
]

/** What names something, instead of saying how much of it there is. */
const NAMES = 'dt, th, label, legend, option, select, code, nav, h1, [data-whole]'

/** Dates, months, e-mail addresses, steps of a progress and confirmations. */
const WORDS =
  /\d(?:st|nd|rd|th) [A-Z][a-z]+, \d{4}|^[A-Z][a-z]+ \d{4}$|@|^Step \d|confirmations|^or more leads to stage|\b2FA\b/

/**
 * Every number on the screen, in reading order, that is neither in a button which explains it nor an exception. Amounts
 * count wherever they are; other numbers unless they are part of a name or a date.
 */
export const bareFigures = (page: Page): Promise<string[]> =>
  page.evaluate(
    ({ exceptions, columns, names, words }) => {
      const isWords = new RegExp(words)
      const inException = new Set(exceptions.flatMap((selector) => [...document.querySelectorAll(selector)]))
      const isExcepted = (element: Element | null): boolean =>
        element !== null && (inException.has(element) || isExcepted(element.parentElement))
      const columnOf = (cell: HTMLTableCellElement | null) =>
        cell?.closest('table')?.tHead?.rows[0]?.cells[cell.cellIndex]?.textContent ?? ''
      const found: string[] = []
      for (const root of document.querySelectorAll('main, dialog[open]')) {
        const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
        while (texts.nextNode()) {
          const text = texts.currentNode.textContent?.trim() ?? ''
          const element = texts.currentNode.parentElement
          if (!element?.checkVisibility() || !/\d/.test(text) || element.closest('[data-figure]')) continue
          if (isExcepted(element) || columns.includes(columnOf(element.closest('td')))) continue
          const whole = element.closest('[data-arrives]')?.textContent ?? text
          const isAmount = whole.includes('$')
          if (!isAmount && (element.closest(names) || isWords.test(text))) continue
          found.push(whole)
        }
      }
      return [...new Set(found)]
    },
    { exceptions: EXCEPTIONS.map(([selector]) => selector), columns: COLUMNS, names: NAMES, words: WORDS.source },
  )
