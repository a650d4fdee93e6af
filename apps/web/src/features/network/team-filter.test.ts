import { expect, test } from 'vitest'
import { readFilter, writeFilter } from './team-filter.ts'

test('an address without anything asks for the first page of all', () => {
  expect(readFilter(new URLSearchParams())).toEqual({ page: 1 })
})

test.each([
  { stage: 3, page: 1 },
  { status: 'active' as const, page: 2 },
  { stage: 10, status: 'inactive' as const, page: 8858 },
])('%j is read as it was written', (filter) => {
  expect(readFilter(new URLSearchParams(writeFilter(filter)))).toEqual(filter)
})

test.each(['stage=0', 'stage=11', 'stage=abc', 'status=gone', 'page=0', 'page=-1', 'page=1e3', 'page='])(
  '%s is left out',
  (query) => {
    expect(readFilter(new URLSearchParams(query))).toEqual({ page: 1 })
  },
)
