import { minusDownToZero, shareFloor, toDollars, unitsOf, type Usd } from '@trefoil/core/money'
import type { readProfile } from '@trefoil/contract/profile'
import type { ReplyOf } from '@trefoil/contract/route'
import type { readStages } from '@trefoil/contract/stages'
import { inUnits } from './amounts.ts'

type Stages = ReplyOf<typeof readStages>
type Member = Pick<ReplyOf<typeof readProfile>['data'], 'profile' | 'balances'>

/** Who has not started is asked for what stage 1 asks. */
export const stageDefinition = (stages: Stages, stage: number): Stages[number] | undefined =>
  stages.find(({ stage_number }) => stage_number === Math.max(stage, 1))

/** How much may be earned on the last donation, how much of it was, and how much is left: the "Earning Threshold". */
export function earningWindow(stages: Stages, { profile, balances }: Member) {
  const whole = roomFor(stages, { stage: profile.stage, donated: inUnits(profile.last_donation) })
  const earned = inUnits(balances.stage_balance)
  return {
    whole: toDollars(whole),
    earned: toDollars(earned),
    left: toDollars(minusDownToZero(whole, earned)),
  }
}

/** What a donation will do, said before it is sent. */
export function donationEffect(
  { stages, member, causePercent }: { stages: Stages; member: Member; causePercent: number },
  amount: number,
) {
  const { stage } = member.profile
  const donated = inUnits(amount)
  const next = stages.find(({ stage_number }) => stage_number === stage + 1)
  const stageAfter = next && donated >= inUnits(next.donation_requirement) ? stage + 1 : stage
  return {
    stage,
    stageAfter,
    /** The cause gets what the other shares leave, so they are rounded down, and it is never less than this. */
    toCauseMin: toDollars(shareFloor(donated, basisPoints(causePercent / 100))),
    roomOpened: toDollars(roomFor(stages, { stage: stageAfter, donated })),
    roomClosed: earningWindow(stages, member).left,
  }
}

function roomFor(stages: Stages, { stage, donated }: { stage: number; donated: Usd }): Usd {
  return shareFloor(donated, basisPoints(stageDefinition(stages, stage)?.earning_multiplier ?? 0))
}

const BASIS_POINT_DECIMALS = 4

const basisPoints = (factor: number): bigint => unitsOf(factor, BASIS_POINT_DECIMALS) ?? 0n
