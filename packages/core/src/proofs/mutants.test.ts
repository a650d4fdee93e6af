import { expect, test } from 'vitest'
import { judgedMutants } from '../../testing/judged-mutants.ts'
import { makeMutants } from '../../testing/mutants.ts'

const EVERY = 12

test('without one of the checks, the test of some lie fails: a few of them, and all in the long form', async () => {
  // Making them finds each check in the sources once: what was moved or renamed must not go untested.
  const names = makeMutants().map(({ name }) => name)
  expect(names.length).toBeGreaterThan(50)
  expect(new Set(names).size).toBe(names.length)
  const judged = await judgedMutants(EVERY)
  expect(judged.map(({ name }) => name)).toEqual(names.filter((_, index) => index % EVERY === 0))
  expect(judged.filter(({ isSane, red }) => !isSane || red.length === 0)).toEqual([])
})
