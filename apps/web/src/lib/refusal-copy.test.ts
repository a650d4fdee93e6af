import { expect, test } from 'vitest'
import { sentenceFor } from './refusal-copy.ts'

test('a refusal says what it says in particular, with its values', () => {
  const detailed = { code: 'below_minimum', detail: 'minimum_donation', params: { amount: '$10.00000' } }
  expect(sentenceFor(detailed)).toBe('Minimum donation is $10.00000')
  expect(sentenceFor({ code: 'own_account', detail: 'to_yourself' })).toBe(
    'You cannot send your impact balance to yourself',
  )
})

test.each([
  ['none', { code: 'frozen' }],
  ['one that is newer than the page', { code: 'frozen', detail: 'of_tomorrow', params: { a: 1 } }],
  ['the name of something else', { code: 'frozen', detail: 'constructor' }],
])('with %s, it says what its code means', (_what, refusal) => {
  expect(sentenceFor(refusal)).toBe('Your account is frozen: it can be read, but no money can be moved')
})

test('an unknown refusal has no sentence', () => {
  expect(sentenceFor({ code: 'of_tomorrow' })).toBeUndefined()
  expect(sentenceFor(null)).toBeUndefined()
})
