import { expect, test } from 'vitest'
import { failureText, isTwoFactorRequired } from './failure.ts'

const say = (problem: unknown) => failureText(problem, { field: 'error', fallback: 'Something went wrong' })

test('the words of the server are shown', () => {
  expect(say({ status: 422, data: { code: 'x', error: 'No such code', message: 'other' } })).toBe('No such code')
})

test.each([
  { status: 'FETCH_ERROR', error: 'TypeError: Failed to fetch' },
  { status: 'TIMEOUT_ERROR', error: 'AbortError' },
  { status: 'PARSING_ERROR', originalStatus: 502, data: '<html>', error: 'SyntaxError' },
  { status: 500, data: null },
  { status: 500, data: { error: '' } },
  undefined,
])('%j has no words of its own, so the fallback is shown', (problem) => {
  expect(say(problem)).toBe('Something went wrong')
})

test('only its code makes a refusal a request for the second factor', () => {
  expect(isTwoFactorRequired({ status: 403, data: { code: 'two_factor_required' } })).toBe(true)
  expect(isTwoFactorRequired({ status: 403, data: { code: 'frozen' } })).toBe(false)
})
