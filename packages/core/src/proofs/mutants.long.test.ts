import { beforeAll, expect, test } from 'vitest'
import type { Judged } from '../../testing/judge-mutants.ts'
import { judgedMutants } from '../../testing/judged-mutants.ts'
import { makeLies } from '../../testing/lies.ts'
import { makeMutants } from '../../testing/mutants.ts'

let judged: Judged[] = []
beforeAll(async () => {
  judged = await judgedMutants()
}, 300_000)

test('every check, and every part of its condition, was removed once, and honest proofs still passed', () => {
  expect(judged.map(({ name }) => name)).toEqual(makeMutants().map(({ name }) => name))
  expect(judged.filter(({ isSane }) => !isSane)).toEqual([])
})

test('without any one of them, the test of some lie fails', () => {
  expect(judged.filter(({ red }) => red.length === 0).map(({ name }) => name)).toEqual([])
})

test('the test of every lie fails without one of them', () => {
  const red = new Set(judged.flatMap((one) => one.red))
  expect(
    makeLies()
      .map(({ lie }) => lie)
      .filter((lie) => !red.has(lie)),
  ).toEqual([])
})
