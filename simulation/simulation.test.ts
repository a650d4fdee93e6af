import { expect, test } from 'vitest'
import { simulate } from './simulate.ts'

/** Its first steps are of many kinds, and its second worker dies half-way. */
const SEED = 180_000

test('the simulation itself runs: some steps of a bad day add up', { timeout: 300_000 }, async () => {
  const { counts, steps } = await simulate(SEED, { rounds: 1, steps: 40 }, () => {})
  expect(steps).toBe(40)
  expect(counts).toMatchObject({ kill: expect.any(Number), donation: expect.any(Number), scan: expect.any(Number) })
})
