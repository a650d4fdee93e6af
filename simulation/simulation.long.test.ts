import { expect, test } from 'vitest'
import { PLANTED } from './planted.ts'
import { simulate } from './simulate.ts'

/** The short form. `npm run simulate` runs as long as wanted; `SIMULATION_SEED=7` repeats a seed. */
const chosen = process.env['SIMULATION_SEED']
const SEEDS = chosen ? [Number(chosen)] : Array.from({ length: 20 }, (_, index) => index + 1)
const EXTENT = { rounds: 3, steps: 200 }
const ignored = () => {}
/** What the seeds together have to get to: a program that refuses everything would violate nothing. */
const KINDS = [
  'deposit',
  'donation',
  'transfer',
  'withdrawal',
  'withdrawal_paid',
  'withdrawal_released',
  'reversal',
  'assignment',
  'payment',
  'found payment',
]
const explained = new Map<string, number>()

test.for(SEEDS)('on good days and on bad ones, everything adds up and nobody is paid twice (seed %i)', async (seed) => {
  const report = await simulate(seed, EXTENT, ignored)
  expect(report.steps).toBe(EXTENT.rounds * EXTENT.steps)
  for (const [kind, count] of Object.entries(report.explained)) explained.set(kind, (explained.get(kind) ?? 0) + count)
})

test.skipIf(chosen !== undefined)('money moves in every way, so that there was something to check', () => {
  for (const kind of KINDS) expect(explained.get(kind) ?? 0, kind).toBeGreaterThan(0)
})

test.for(Object.keys(PLANTED) as (keyof typeof PLANTED)[])('a planted fault is found: %s', async (plant) => {
  await expect(simulate(5, { ...EXTENT, plant }, ignored)).rejects.toThrow(/booked twice|not credited|should hold/)
})
