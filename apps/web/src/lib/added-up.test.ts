import { expect, test } from 'vitest'
import { addUp } from './added-up.ts'

test('each line has what the figure came to with it, down to nothing before the first', () => {
  const { afters, shown, left } = addUp(0.3, [0.1, -0.2, 0.4])
  expect(afters).toEqual([0.3, 0.2, 0.4])
  expect(shown).toBe(0.3)
  expect(left).toBe(0)
})

test('while older ones are missing, they are what is left', () => {
  expect(addUp(10, [4.35, 0.00001])).toEqual({ afters: [10, 5.65], shown: 4.35001, left: 5.64999 })
})

test('the figure need not be money', () => {
  expect(addUp(2, [1, 0, 1])).toEqual({ afters: [2, 1, 1], shown: 2, left: 0 })
})
