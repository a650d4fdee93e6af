import { expect, test } from 'vitest'
import { findCircles } from './circles.ts'

const graphOf = (imports: Record<string, string[]>) => new Map(Object.entries(imports))

test('a circle is the path from a file back to itself, and is reported once', () => {
  const graph = graphOf({ a: ['b', 'x'], b: ['c'], c: ['a'], x: ['y'], y: ['x', 'z'], z: [] })
  expect(findCircles(graph)).toEqual([
    ['a', 'b', 'c', 'a'],
    ['x', 'y', 'x'],
  ])
})

test('a file that imports itself is a circle', () => {
  expect(findCircles(graphOf({ a: ['a'] }))).toEqual([['a', 'a']])
})

test('two paths to one file are not a circle', () => {
  expect(findCircles(graphOf({ a: ['b', 'c'], b: ['d'], c: ['d'], d: [] }))).toEqual([])
})
