import { expect, test } from 'vitest'
import { makeTurns } from './in-turn.ts'

const moment = () => new Promise((resume) => setTimeout(resume, 1))

test('one after another, and after a failure as well', async () => {
  const inTurn = makeTurns()
  let running = 0
  const work = (fails: boolean) => async () => {
    running += 1
    expect(running).toBe(1)
    await moment()
    running -= 1
    if (fails) throw new Error('cut off')
    return 'done'
  }
  const results = await Promise.allSettled([1, 2, 3, 4].map((account) => inTurn(account, work(account === 2))))
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
})

test('an account has one at a time, and only so many wait', async () => {
  const inTurn = makeTurns(2)
  const first = inTurn(1, moment)
  await expect(inTurn(1, moment)).rejects.toMatchObject({ code: 'wrong_state' })
  const second = inTurn(2, moment)
  await expect(inTurn(3, moment)).rejects.toMatchObject({ code: 'busy' })
  await Promise.all([first, second])
  await inTurn(1, moment)
})
