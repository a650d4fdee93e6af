import { expect, test } from 'vitest'
import { shownLines } from './shown-lines.ts'

type Activity = Parameters<typeof shownLines>[0][number]

const activity = (metadata: Activity['metadata']): Activity => ({
  icon: null,
  created_at: '2026-11-17T12:00:00.000Z',
  description: '',
  type: '',
  metadata,
})
const entry = (sequence: string) => ({ reference: `r-${sequence}`, account: 'impact' as const, sequence })

test('what a member reads is compared with the log, sign and all', () => {
  const lines = shownLines([
    activity({}),
    activity({ amount: 4.35, direction: 'in', entry: entry('3') }),
    activity({ amount: 1, direction: 'in' }),
    activity({ amount: 0.00001, direction: 'out', entry: entry('2') }),
    activity({ amount: 2, direction: 'own', entry: entry('1') }),
  ])
  expect(lines.map(({ columns }) => columns)).toEqual([
    { ...entry('3'), amount: '435000' },
    { ...entry('2'), amount: '-1' },
    { ...entry('1'), amount: '-200000' },
  ])
})

test('a donation that came back as a whole has no single amount', () => {
  const reversal_of = { type: 'Donation', created_at: '2026-11-17T12:00:00.000Z', _id: 'donation-1' }
  const [line] = shownLines([activity({ amount: 5, direction: 'in', entry: entry('1'), reversal_of })])
  expect(line?.columns).toEqual(entry('1'))
})

test('below a line that took money and cannot be opened, nothing is said', () => {
  const lines = shownLines([
    activity({ amount: 1, direction: 'in', entry: entry('9') }),
    activity({ amount: 1, direction: 'out' }),
    activity({ amount: 1, direction: 'in', entry: entry('7') }),
  ])
  expect(lines.map(({ reference }) => reference)).toEqual(['r-9'])
})

test('five are enough', () => {
  const many = Array.from({ length: 9 }, (_, index) =>
    activity({ amount: 1, direction: 'in', entry: entry(String(index)) }),
  )
  expect(shownLines(many)).toHaveLength(5)
})
