import { expect, test } from 'vitest'
import { pageWindow } from './page-window.ts'

test.each([
  [1, 1, '1'],
  [3, 10, '1 2 3 4 5 6 7 8 9 10'],
  [1, 11, '1 2 3 gap 11'],
  [4, 11, '1 2 3 4 5 6 gap 11'],
  [6, 11, '1 gap 4 5 6 7 8 gap 11'],
  [8, 11, '1 gap 6 7 8 9 10 11'],
  [11, 11, '1 gap 9 10 11'],
  [4429, 8858, '1 gap 4427 4428 4429 4430 4431 gap 8858'],
])('on page %i of %i: %s', (page, totalPages, shown) => {
  expect(pageWindow({ page, totalPages }).join(' ')).toBe(shown)
})
