import type { TreeNode } from '@trefoil/contract/network'
import { expect, test } from 'vitest'
import { chartData } from './chart-data.ts'
import { graphMove } from './graph-moves.ts'
import { absorb } from './team-tree.ts'

type Sketch = { name: string; left?: Sketch; center?: Sketch; right?: Sketch }

function grow({ name, ...slots }: Sketch, level = 0): TreeNode {
  const child = (sketch: Sketch | undefined) => (sketch ? grow(sketch, level + 1) : null)
  const children = { left: child(slots.left), center: child(slots.center), right: child(slots.right) }
  const below = Object.values(children).reduce((sum, node) => sum + (node ? 1 + node.team_size : 0), 0)
  const facts = { ref: name, name, position: null, stage: 0, status: 'inactive', level } as const
  return { ...facts, team_size: below, has_more: false, children }
}

const tree = absorb(
  undefined,
  grow({
    name: 'You',
    left: { name: 'Ben', left: { name: 'Elif' } },
    center: { name: 'Chiara' },
    right: { name: 'Daan', left: { name: 'Jonas' }, right: { name: 'Lena' } },
  }),
)
const open = new Set(['You', 'Ben', 'Daan'])

test.each([
  ['ArrowUp', 'You', undefined],
  ['ArrowUp', 'Jonas', { focus: 'Daan' }],
  ['ArrowDown', 'You', { focus: 'Chiara' }],
  ['ArrowDown', 'Ben', { focus: 'Elif' }],
  ['ArrowDown', 'Chiara', undefined],
  ['ArrowRight', 'Chiara', { focus: 'Daan' }],
  ['ArrowRight', 'Elif', { focus: 'Jonas' }],
  ['ArrowRight', 'Lena', undefined],
  ['ArrowLeft', 'Ben', undefined],
  ['Home', 'Lena', { focus: 'You' }],
  ['Enter', 'Ben', { close: 'Ben' }],
  ['Enter', 'Chiara', undefined],
  ['Tab', 'Ben', undefined],
])('%s on %s', (key, ref, move) => {
  expect(graphMove(key, { tree, open, ref })).toEqual(move)
})

test('down opens a branch that is closed', () => {
  expect(graphMove('ArrowDown', { tree, open: new Set(['You']), ref: 'Daan' })).toEqual({ open: ['Daan'] })
})

test('open branches are drawn with their three slots, closed ones with how many are below', () => {
  const { children, attributes } = chartData(tree, { open: ['You', 'Ben'], loading: ['Daan'] })
  expect(attributes).toMatchObject({ below: 6, open: true })
  const [ben, chiara, daan] = children ?? []
  expect(ben?.children?.map(({ attributes: of }) => of?.['empty'])).toEqual([false, true, true])
  expect(chiara?.children).toBeUndefined()
  expect(daan?.attributes).toMatchObject({ below: 2, open: false, busy: true })
})

test('somebody alone sees three places to fill', () => {
  const alone = absorb(undefined, grow({ name: 'You' }))
  expect(chartData(alone, { open: ['You'], loading: [] }).children).toHaveLength(3)
})
