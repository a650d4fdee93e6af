import { expect, test } from 'vitest'
import { physicalLines } from './physical-css.ts'

test.each([
  '  padding-left: 4px;',
  '  border-right: 0;',
  '  border-top-left-radius: 0;',
  '  left: 0;',
  '  text-align: right;',
  '  margin: 0 0 0 auto;',
  '  padding: 1px calc(2px + (3px * 2)) 1px var(--x);',
])('%s does not follow the direction of the language', (line) => {
  expect(physicalLines(`.a {\n${line}\n}`)).toEqual([line])
})

test.each([
  '  padding-inline-start: 4px;',
  '  inset-inline-end: 0;',
  '  text-align: end;',
  '  margin: 0 auto 4px auto;',
  '  padding: 1px calc(2px + 1px) 3px;',
  '  inset: 50% min(0px, (100% - 28px) / 2) auto;',
  '  transition: left 1s;',
])('%s does', (line) => {
  expect(physicalLines(`.a {\n${line}\n}`)).toEqual([])
})

test('a line may be the same in every language, where a comment above it says why', () => {
  const line = '  text-align: right;'
  expect(physicalLines(`.a {\n  /* Right in every language: figures. */\n${line}\n}`)).toEqual([])
  expect(physicalLines(`.a {\n  /* Figures. */\n${line}\n}`)).toEqual([line])
})
