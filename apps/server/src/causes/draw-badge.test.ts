import { expect, test } from 'vitest'
import { drawBadge } from './draw-badge.ts'

test('a badge says what was given, rounded down to cents', () => {
  const badge = drawBadge({ name: 'Wells', given: 1234.56999 })
  expect(badge).toContain('$1,234.56 given')
  // In binary, a hundred times this is 3324619.9999999995.
  expect(drawBadge({ name: 'Wells', given: 33_246.2 })).toContain('$33,246.20 given')
  expect(badge).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" width="\d+" height="28"/)
})

test('a name cannot break out of the picture', () => {
  const badge = drawBadge({ name: `<script>alert("1")</script>&'`, given: 0 })
  expect(badge).not.toContain('<script')
  expect(badge).toContain('&lt;script&gt;')
})

test('whatever the name, it is well-formed', () => {
  const badge = drawBadge({ name: `\uFFFF\uFFFE\u0001a${'🌱'.repeat(60)}`, given: 0 })
  expect(badge.isWellFormed()).toBe(true)
  expect(badge).toContain(`>\uFFFD\uFFFD\uFFFDa${'🌱'.repeat(35)}…<`)
  expect(badge).not.toMatch(/[\uFFFE\uFFFF]/)
})

test('a long name is cut', () => {
  expect(drawBadge({ name: 'w'.repeat(100), given: 0 })).toContain(`>${'w'.repeat(39)}…<`)
})
