import { expect, test } from 'vitest'
import type { ChartNode } from './chart-data.ts'
import { layOut, linkPath } from './chart-layout.ts'

const node = (ref: string, children?: ChartNode[]): ChartNode => ({
  name: ref,
  attributes: { ref, empty: false, stage: 0, position: '', below: 0, open: children !== undefined, busy: false },
  ...(children && { children }),
})

const placesOf = (data: ChartNode) =>
  Object.fromEntries(layOut(data).map(({ attributes: { ref }, x, y }) => [ref, { x, y }]))

test('the root is at the origin, with its three slots one level below, one and a half squares apart', () => {
  expect(placesOf(node('You', [node('left'), node('center'), node('right')]))).toEqual({
    You: { x: 0, y: 0 },
    left: { x: -210, y: 140 },
    center: { x: 0, y: 140 },
    right: { x: 210, y: 140 },
  })
})

test('cousins are two squares apart', () => {
  const { 'left right': last, 'right left': next } = placesOf(
    node('You', [node('left', [node('left left'), node('left right')]), node('right', [node('right left')])]),
  )
  expect(next!.x - last!.x).toBe(280)
})

test('each node knows its parent and comes after it', () => {
  const placed = layOut(node('You', [node('left', [node('left left')]), node('right')]))
  expect(placed.map(({ attributes: { ref }, parent }) => [ref, parent])).toEqual([
    ['You', null],
    ['left', 'You'],
    ['right', 'You'],
    ['left left', 'left'],
  ])
})

test('a link begins at the parent and ends at the child', () => {
  expect(linkPath({ x: 0, y: 0 }, { x: 210, y: 140 })).toBe('M0,0C0,70 210,70 210,140')
})
