import { expect, test } from 'vitest'
import { submissionKeys } from './submission-key.ts'

test('a retry of the same fields has the same key', () => {
  const keys = submissionKeys()
  expect(keys.keyFor({ amount: 5 })).toBe(keys.keyFor({ amount: 5 }))
})

test('other fields, and the same after a success, have another key', () => {
  const keys = submissionKeys()
  const first = keys.keyFor({ amount: 5 })
  const other = keys.keyFor({ amount: 6 })
  keys.settle()
  const later = keys.keyFor({ amount: 6 })
  expect(new Set([first, other, later]).size).toBe(3)
})

test('a key is one that the server takes', () => {
  expect(submissionKeys().keyFor({})).toMatch(/^[!-~]{1,100}$/)
})
