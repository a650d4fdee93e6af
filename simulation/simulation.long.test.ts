import { expect, test } from 'vitest'
import { PLANTED } from './planted.ts'
import { simulate } from './simulate.ts'

/** The short form. `npm run simulate` runs as long as wanted; `SIMULATION_SEED=7` repeats a seed. */
const chosen = process.env['SIMULATION_SEED']
const SEEDS = chosen ? [Number(chosen)] : Array.from({ length: 20 }, (_, index) => index + 1)
const EXTENT = { rounds: 3, steps: 200 }
const ignored = () => {}

test.for(SEEDS)('on good days and on bad ones, everything adds up and nobody is paid twice (seed %i)', async (seed) => {
  const { steps } = await simulate(seed, EXTENT, ignored)
  expect(steps).toBe(EXTENT.rounds * EXTENT.steps)
})

test.for(Object.keys(PLANTED) as (keyof typeof PLANTED)[])('a planted fault is found: %s', async (plant) => {
  await expect(simulate(5, { ...EXTENT, plant }, ignored)).rejects.toThrow(/booked twice|not credited|should hold/)
})
