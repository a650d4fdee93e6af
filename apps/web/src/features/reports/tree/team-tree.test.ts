import type { TreeNode } from '@trefoil/contract/network'
import { expect, test } from 'vitest'
import { absorb, childrenOf, openWithin, pathTo, rowsOf } from './team-tree.ts'

/** A full tree of `levels` below, of which a window shows `depth`; refs spell the way: "", "l", "lc"… under a prefix. */
function grown(ref: string, level: number, { levels, depth }: { levels: number; depth: number }): TreeNode {
  const child = (slot: string) =>
    depth > 0 && level < levels ? grown(ref + slot, level + 1, { levels, depth: depth - 1 }) : null
  const below = (3 ** (levels - level + 1) - 3) / 2
  return {
    ref,
    name: ref,
    position: null,
    stage: 0,
    status: 'inactive',
    level,
    team_size: below,
    has_more: depth === 0 && below > 0,
    children: { left: child('l'), center: child('c'), right: child('r') },
  }
}

test('a window shows the root and the levels it has, and what is below its edge is not known', () => {
  const tree = absorb(undefined, grown('r', 0, { levels: 10, depth: 3 }))
  expect(tree.root).toBe('r')
  expect(tree.branches.size).toBe(40)
  expect(childrenOf(tree, 'r')).toEqual(['rl', 'rc', 'rr'])
  expect(tree.branches.get('rlll')?.children).toBeUndefined()
})

test('a window from further down hangs below the member it starts at', () => {
  let tree = absorb(undefined, grown('r', 0, { levels: 10, depth: 3 }))
  tree = absorb(tree, grown('rccc', 3, { levels: 10, depth: 3 }))
  expect(tree.root).toBe('r')
  expect(pathTo(tree, 'rcccl')).toEqual(['r', 'rc', 'rcc', 'rccc'])
  // A fresh window of the root does not forget what was loaded below it.
  tree = absorb(tree, grown('r', 0, { levels: 10, depth: 3 }))
  expect(childrenOf(tree, 'rccc')).toEqual(['rcccl', 'rcccc', 'rcccr'])
})

test('rows are read from the top down, each branch before the next', () => {
  const tree = absorb(undefined, grown('r', 0, { levels: 2, depth: 2 }))
  const shown = (open: string[]) => rowsOf(tree, new Set(open)).map(({ ref }) => ref)
  expect(shown([])).toEqual(['r'])
  expect(shown(['r', 'rc'])).toEqual(['r', 'rl', 'rc', 'rcl', 'rcc', 'rcr', 'rr'])
  // Nobody is below the last level, so nothing opens there.
  expect(rowsOf(tree, new Set(['r', 'rc', 'rcl'])).find(({ ref }) => ref === 'rcl')?.isOpen).toBe(false)
  expect(rowsOf(tree, new Set(['r'])).map(({ place, of }) => `${place}/${of}`)).toEqual(['1/1', '1/3', '2/3', '3/3'])
})

test('branches opened longest ago close when there would be too many, and never the way to the latest', () => {
  const tree = absorb(undefined, grown('r', 0, { levels: 3, depth: 3 }))
  const opened = openWithin(tree, { open: ['r', 'rl', 'rc'], more: ['rr'], most: 10 })
  expect(opened).toEqual(['r', 'rc', 'rr'])
  expect(openWithin(tree, { open: ['r', 'rl'], more: ['rll'], most: 3 })).toEqual(['r', 'rl', 'rll'])
  expect(openWithin(tree, { open: ['r'], more: ['rl', 'rll'], most: 100 })).toEqual(['r', 'rl', 'rll'])
})
