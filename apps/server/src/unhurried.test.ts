import { expect, test } from 'vitest'
import { unhurried } from './unhurried.ts'

function worker() {
  const clock = { ms: 0 }
  const work = { takes: 0, times: 0, fails: false }
  const act = unhurried(
    async () => {
      clock.ms += work.takes
      work.times += 1
      if (work.fails) throw new Error('out of order')
    },
    () => clock.ms,
  )
  return { clock, work, act }
}

test('rests fifty times as long as it worked', async () => {
  const { clock, work, act } = worker()
  work.takes = 100
  await act()
  clock.ms += 4999
  await act()
  expect(work.times).toBe(1)
  clock.ms += 1
  await act()
  expect(work.times).toBe(2)
})

test('rests a minute at most, and after a failure as well', async () => {
  const { clock, work, act } = worker()
  Object.assign(work, { takes: 10_000, fails: true })
  await expect(act()).rejects.toThrow('out of order')
  clock.ms += 59_999
  await act()
  expect(work.times).toBe(1)
  clock.ms += 1
  await expect(act()).rejects.toThrow('out of order')
})
