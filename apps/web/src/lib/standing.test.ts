import { defaultProgramme } from '@trefoil/core/programme/default-programme'
import { usd, toDollars } from '@trefoil/core/money'
import { readProgramme } from '@trefoil/core/programme/programme-record'
import { earningRoom, windowAfterDonation } from '@trefoil/core/programme/standing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { donationEffect, donationMinimum, earningWindow } from './standing.ts'

const { stages } = defaultProgramme
const programme = readProgramme(1, defaultProgramme)
const amounts = fc.bigInt({ min: 1_000_000n, max: 100_000_000n }).map(usd)

const memberAt = ({ stage = 0, last = 0, earned = 0 }) => ({
  profile: { stage, last_donation: last } as never,
  balances: { stage_balance: earned } as never,
})

test('the form promises what the rules will do', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10 }), amounts, amounts, amounts, (stage, lastDonation, earned, amount) => {
      const window = stage === 0 ? { stage, lastDonation: usd(0n), earned: usd(0n) } : { stage, lastDonation, earned }
      const member = memberAt({ stage, last: toDollars(window.lastDonation), earned: toDollars(window.earned) })
      const becomes = windowAfterDonation(programme.stages, window, amount)
      const effect = donationEffect({ stages, member, causePercent: 70 }, toDollars(amount))
      expect(effect.stageAfter).toBe(becomes.stage)
      expect(effect.roomOpened).toBe(toDollars(earningRoom(programme.stages, becomes)))
      expect(effect.roomClosed).toBe(toDollars(earningRoom(programme.stages, window)))
    }),
  )
})

test('at least seventy of a hundred dollars go to the cause', () => {
  expect(donationEffect({ stages, member: memberAt({}), causePercent: 70 }, 100).toCauseMin).toBe(70)
})

test('the threshold is the last donation by the multiplier, less what was earned since, and never below zero', () => {
  expect(earningWindow(stages, memberAt({ stage: 2, last: 15, earned: 4.5 }))).toEqual({
    whole: 15,
    earned: 4.5,
    left: 10.5,
  })
  expect(earningWindow(stages, memberAt({ stage: 1, last: 10, earned: 12 })).left).toBe(0)
})

test('who has not started is asked for what stage 1 asks', () => {
  expect(donationMinimum(stages, 0)).toBe(10)
  expect(donationMinimum(stages, 3)).toBe(25)
})
