import { expect, test } from 'vitest'
import { initialOf, nameOf } from './member-words.ts'

test.each([
  ['ada', 'A'],
  ['élodie', 'É'],
  ['İnci', 'İ'],
  ['张伟', '张'],
  ['e\u0301ric', 'E\u0301'],
  ['👩‍👧 family', '👩‍👧'],
  ['', 'U'],
  ['   ', 'U'],
])('%j begins with %j', (name, letter) => {
  expect(initialOf(name)).toBe(letter)
})

test('somebody without a name is Unknown', () => {
  expect(nameOf('')).toBe('Unknown')
})
