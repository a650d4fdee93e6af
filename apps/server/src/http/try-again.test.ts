import { Refusal } from '@trefoil/core/refusal'
import { expect, test, vi } from 'vitest'
import { Unanswered } from '../db/away.ts'
import { makePatience } from './try-again.ts'

const away = () => Promise.reject(new Unanswered())

test('no more than so many wait at once, and the others are refused at once', async () => {
  const patience = makePatience({ windowMs: 2000, isBack: async () => false, waitingMax: 2 })
  const outcomes: number[] = []
  const begun = performance.now()
  await Promise.all(
    [1, 2, 3].map((number) =>
      patience
        .begin()(away)
        .catch(() => outcomes.push(performance.now() - begun > 1500 ? number : -number)),
    ),
  )
  expect(outcomes).toEqual([-3, 1, 2])
})

test('one asks for all whether the database is back, and nobody asks when nobody waits', async () => {
  const isBack = vi.fn(async () => isBack.mock.calls.length >= 3)
  const patience = makePatience({ windowMs: 5000, isBack })
  let tries = 0
  const step = async () => {
    tries += 1
    if (isBack.mock.calls.length < 3) throw new Unanswered()
    return 'done'
  }
  expect(isBack).not.toHaveBeenCalled()
  expect(await Promise.all(Array.from({ length: 50 }, () => patience.begin()(step)))).toEqual(Array(50).fill('done'))
  expect(tries).toBe(100)
  expect(isBack).toHaveBeenCalledTimes(3)
})

test('a refusal is not tried again, and neither is a fault', async () => {
  const patience = makePatience({ windowMs: 5000, isBack: async () => true })
  for (const error of [
    new Refusal('busy', 'As many wait as can.'),
    new Refusal('frozen', 'No.'),
    new Error('a fault'),
  ]) {
    const step = vi.fn(() => Promise.reject(error))
    await expect(patience.begin()(step)).rejects.toBe(error)
    expect(step).toHaveBeenCalledTimes(1)
  }
})

test('the steps of a request share its time', async () => {
  const tryAgain = makePatience({ windowMs: 600, isBack: async () => true }).begin()
  const begun = performance.now()
  await expect(tryAgain(away)).rejects.toThrow(Unanswered)
  await expect(tryAgain(away)).rejects.toThrow(Unanswered)
  expect(performance.now() - begun).toBeLessThan(1200)
})
