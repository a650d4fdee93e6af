import { expect, test } from 'vitest'
import { moveFor, typedAhead } from './outline-moves.ts'
import type { Row } from './team-tree.ts'

const row = (name: string, level: number, { below = 0, isOpen = false } = {}): Row => ({
  ref: name,
  facts: { ref: name, name, position: null, stage: 0, status: 'inactive', level, team_size: below },
  place: 1,
  of: 1,
  isOpen,
})

const rows = [
  row('You', 0, { below: 5, isOpen: true }),
  row('Ben', 1, { below: 2, isOpen: true }),
  row('Elif', 2),
  row('Farid', 2),
  row('Chiara', 1, { below: 1 }),
  row('Daan', 1),
]

test.each([
  ['ArrowDown', 0, { focus: 'Ben' }],
  ['ArrowDown', 5, undefined],
  ['ArrowUp', 4, { focus: 'Farid' }],
  ['ArrowUp', 0, undefined],
  ['Home', 3, { focus: 'You' }],
  ['End', 0, { focus: 'Daan' }],
  ['ArrowRight', 1, { focus: 'Elif' }],
  ['ArrowRight', 4, { open: ['Chiara'] }],
  ['ArrowRight', 5, undefined],
  ['ArrowLeft', 1, { close: 'Ben' }],
  ['ArrowLeft', 3, { focus: 'Ben' }],
  ['ArrowLeft', 4, { focus: 'You' }],
  ['Enter', 4, { open: ['Chiara'] }],
  [' ', 1, { close: 'Ben' }],
  ['Enter', 5, undefined],
  ['*', 5, { open: ['Chiara'] }],
  ['*', 2, { open: [] }],
  ['Tab', 2, undefined],
])('%s on row %i', (key, current, move) => {
  expect(moveFor(key, rows, current)).toEqual(move)
})

test('letters jump to the next name that begins with them, round the end', () => {
  expect(typedAhead('c', rows, 0)).toEqual({ focus: 'Chiara' })
  expect(typedAhead('b', rows, 4)).toEqual({ focus: 'Ben' })
  expect(typedAhead('da', rows, 5)).toEqual({ focus: 'Daan' })
  expect(typedAhead('x', rows, 0)).toBeUndefined()
})
