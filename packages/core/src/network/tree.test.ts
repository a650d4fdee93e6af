import { expect, test } from 'vitest'
import { growTree, positionOf, teamBelow } from './tree.ts'

test('the three slots have names', () => {
  expect([0, 1, 2].map(positionOf)).toEqual(['left', 'center', 'right'])
  expect(() => positionOf(3)).toThrow(new RangeError('There is no slot 3: a member has three'))
})

test('only levels inside the viewer’s team are counted below a member', () => {
  const sizes = [3, 9, 27, 81, 243, 729, 2187, 6561, 19_683, 59_049]
  expect(teamBelow(sizes, 0)).toBe(88_572)
  expect(teamBelow(sizes, 8)).toBe(12)
  expect(teamBelow(sizes, 10)).toBe(0)
})

test('a window becomes a tree, each child in its slot', () => {
  const at = (id: number, parent: number | null, slot: number | null) => ({ place: { id, parent, slot }, node: { id } })
  const leaf = { left: null, center: null, right: null }
  expect(growTree([at(7, 3, 1), at(8, 7, 2), at(9, 7, 0), at(10, 8, 1)])).toEqual({
    id: 7,
    children: {
      left: { id: 9, children: leaf },
      center: null,
      right: { id: 8, children: { left: null, center: { id: 10, children: leaf }, right: null } },
    },
  })
})

test('a node whose parent is not in the window is an error', () => {
  const stray = { place: { id: 5, parent: 4, slot: 0 }, node: {} }
  expect(() => growTree([{ place: { id: 1, parent: null, slot: null }, node: {} }, stray])).toThrow('outside')
  expect(() => growTree([])).toThrow('root')
})
