import { expect, test } from 'vitest'
import { createBatchLoader } from './batch-loader.ts'

const upperCase = (keys: string[]) => new Map(keys.map((key) => [key, key.toUpperCase()]))

test('requests made together share one query, and each gets its own result', async () => {
  const queries: string[][] = []
  const ask = createBatchLoader(async (keys) => {
    queries.push(keys)
    return upperCase(keys.filter((key) => key !== 'nobody'))
  })
  expect(await Promise.all(['a', 'b', 'a', 'nobody'].map(ask))).toEqual(['A', 'B', 'A', undefined])
  expect(queries).toEqual([['a', 'b', 'nobody']])
  expect(await ask('c')).toBe('C')
})

test('a large batch is loaded in halves, and nobody is left out', async () => {
  const sizes: number[] = []
  let underWay = 0
  const ask = createBatchLoader(async (keys) => {
    sizes.push(keys.length)
    expect((underWay += 1)).toBe(1)
    await new Promise((next) => setImmediate(next))
    underWay -= 1
    return upperCase(keys)
  })
  const names = Array.from({ length: 100 }, (_, index) => `name ${index}`)
  expect(await Promise.all(names.map(ask))).toEqual(names.map((name) => name.toUpperCase()))
  expect(sizes).toEqual([50, 32, 18])
})

test('a failed query fails for its own batch only', async () => {
  let isBroken = true
  const ask = createBatchLoader(async (keys) => {
    if (isBroken) throw new Error('no connection')
    return upperCase(keys)
  })
  const answers = await Promise.allSettled([ask('a'), ask('b')])
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  isBroken = false
  expect(await ask('a')).toBe('A')
})
