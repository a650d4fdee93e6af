import { expect, onTestFinished, test, vi } from 'vitest'
import { shareLivenessCheck } from './shared-liveness.ts'

test('who asks while a question is on its way waits for its answer, and not for another one', async () => {
  let asked = 0
  const { promise: answer, resolve } = Promise.withResolvers<boolean>()
  const liveness = shareLivenessCheck(() => ((asked += 1), answer))
  const both = [liveness.check(), liveness.check()]
  resolve(false)
  expect(await Promise.all(both)).toEqual([false, false])
  expect(asked).toBe(1)
})

test('a sign of life never waits: it says what was found last, and no once a question takes long', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const answers: PromiseWithResolvers<boolean>[] = []
  const liveness = shareLivenessCheck(() => {
    const next = Promise.withResolvers<boolean>()
    answers.push(next)
    return next.promise
  })
  const answer = async (found: boolean) => {
    answers.at(-1)?.resolve(found)
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(liveness.lastKnown()).toBe(true)
  expect(liveness.lastKnown()).toBe(true)
  expect(answers.length).toBe(1)
  vi.advanceTimersByTime(2001)
  expect(liveness.lastKnown()).toBe(false)
  await answer(true)
  expect(liveness.lastKnown()).toBe(true)
  await answer(false)
  expect(liveness.lastKnown()).toBe(false)
  // However many ask, the database is asked once a second.
  expect(answers.length).toBe(2)
  vi.advanceTimersByTime(1001)
  liveness.lastKnown()
  expect(answers.length).toBe(3)
})
