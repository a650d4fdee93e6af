import { expect, test } from 'vitest'
import type { PlacedNode } from './chart-layout.ts'
import { between, movesOf, nextScene } from './chart-moves.ts'

const placed = (ref: string, parent: string | null, x: number, y: number): PlacedNode => ({
  name: ref,
  attributes: { ref, empty: false, stage: 0, position: '', below: 0, open: false, busy: false },
  parent,
  x,
  y,
})

const you = placed('You', null, 0, 0)
const ben = placed('Ben', 'You', 0, 140)
const elif = placed('Elif', 'Ben', 0, 280)
const at = (x: number, y: number, opacity = 1) => ({ x, y, opacity })

test('nothing moves when the chart is first drawn', () => {
  const moves = movesOf({ nodes: [you, ben], leaving: [] }, new Map())
  expect(moves.get('Ben')).toEqual({ from: at(0, 140), to: at(0, 140) })
})

test('a new node unfolds from the current place of its nearest drawn ancestor', () => {
  const moves = movesOf({ nodes: [you, ben, elif], leaving: [] }, new Map([['You', at(30, 10)]]))
  expect(moves.get('Elif')).toEqual({ from: at(30, 10, 0), to: at(0, 280) })
})

test('a removed node folds into its nearest ancestor that stays', () => {
  const scene = nextScene({ nodes: [you, ben, elif], leaving: [] }, [you])
  expect(scene.leaving).toEqual([ben, elif])
  const now = new Map([
    ['You', at(0, 0)],
    ['Ben', at(0, 140)],
    ['Elif', at(0, 280)],
  ])
  expect(movesOf(scene, now).get('Elif')).toEqual({ from: at(0, 280), to: at(0, 0, 0) })
})

test('a node that returns while it is leaving continues from its current place', () => {
  const scene = nextScene({ nodes: [you], leaving: [ben] }, [you, ben])
  expect(scene.leaving).toEqual([])
  expect(movesOf(scene, new Map([['Ben', at(0, 70, 0.5)]])).get('Ben')).toEqual({
    from: at(0, 70, 0.5),
    to: at(0, 140),
  })
})

test('half of the time is half of the way and of the opacity', () => {
  expect(between({ from: at(0, 0, 0), to: at(10, 20) }, 0.5)).toEqual(at(5, 10, 0.5))
})
