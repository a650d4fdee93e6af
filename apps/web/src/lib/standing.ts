import type { readProfile } from '@trefoil/contract/profile'
import type { StageRecord } from '@trefoil/contract/programme'
import type { ReplyOf } from '@trefoil/contract/route'
import { shareFloor, toDollars } from '@trefoil/core/money'
import { readStage, stageOf } from '@trefoil/core/programme/stage'
import { earningRoom, earningThreshold, minimumDonation, windowAfterDonation } from '@trefoil/core/programme/standing'
import { inUnits } from './amounts.ts'

type Member = Pick<ReplyOf<typeof readProfile>['data'], 'profile' | 'balances'>

/** The minimum donation of a member at this stage. */
export const donationMinimum = (stages: StageRecord[], stage: number): number =>
  toDollars(minimumDonation(stages.map(readStage), stage))

/** How much may be earned on the last donation, how much of it was, and how much is left: the "Earning Threshold". */
export function earningWindow(records: StageRecord[], member: Member) {
  const stages = records.map(readStage)
  const window = windowOf(member)
  return {
    whole: toDollars(earningThreshold(stages, window)),
    earned: toDollars(window.earned),
    left: toDollars(earningRoom(stages, window)),
  }
}

/** What a donation will do, shown before it is sent. */
export function donationEffect(
  { stages: records, member, causePercent }: { stages: StageRecord[]; member: Member; causePercent: number },
  amount: number,
) {
  const stages = records.map(readStage)
  const window = windowOf(member)
  const donated = inUnits(amount)
  const after = windowAfterDonation(stages, window, donated)
  const next = stages.find(({ number }) => number === window.stage + 1)
  return {
    stage: window.stage,
    stageAfter: after.stage,
    /** The other shares are rounded down and the cause gets the rest, so it never gets less than this. */
    toCauseMin: toDollars(shareFloor(donated, BigInt(Math.round(causePercent * 100)))),
    causePercent,
    /** The stage above the present one, and what it takes. Null at the last. */
    nextStage: next ? { number: next.number, requirement: toDollars(next.donationRequirement) } : null,
    multiplier: Number(stageOf(stages, after.stage).earningMultiplierBasisPoints) / 10_000,
    roomOpened: toDollars(earningRoom(stages, after)),
    roomClosed: toDollars(earningRoom(stages, window)),
  }
}

const windowOf = ({ profile, balances }: Member) => ({
  stage: profile.stage,
  lastDonation: inUnits(profile.last_donation),
  earned: inUnits(balances.stage_balance),
})
