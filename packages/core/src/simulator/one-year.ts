import type { Behaviour } from '../facts/behaviour.ts'
import type { EarningWindow } from '../ledger/member-balances.ts'
import type { MemberId } from '../ledger/account.ts'
import { most, NOTHING, plus, UNITS_PER_DOLLAR, usd, type Usd } from '../money.ts'
import { TEAM_LEVELS } from '../network/tree.ts'
import type { Programme } from '../programme/programme.ts'
import { earningThreshold, minimumDonation } from '../programme/standing.ts'
import { drawBin, drawCount, type Random } from './random.ts'
import { toCause, World } from './world.ts'

export const MONTHS = 12

/** More than anybody's team needs to be, and few enough for a phone. */
const MEMBERS_MAX = 1500

/** What somebody does in their first twelve months. */
export type Plan = { readonly gift: Usd; readonly gifts: number; readonly referrals: number }

export type Year = {
  readonly given: Usd
  readonly toCause: Usd
  /** By the end of each month, what came before included. */
  readonly earned: readonly Usd[]
}

export type YearQuestion = {
  readonly programme: Programme
  readonly behaviour: Behaviour
  readonly plan: Plan
  /** Nobody joins any more. */
  readonly growthStops: boolean
}

type Event = { readonly member: MemberId; readonly does: 'give' | 'refer'; readonly gift: Usd }

/** One newcomer among others who do what members did. */
export function liveOneYear({ programme, behaviour, plan, growthStops }: YearQuestion, random: Random): Year {
  const world = new World(programme)
  const months: Event[][] = Array.from({ length: MONTHS }, () => [])
  const at = (month: number, event: Event) => months[month]?.push(event)

  const liveOn = (member: MemberId, joined: number, { gift, gifts, referrals }: Plan) => {
    for (let number = 0; number < gifts; number += 1)
      at(joined + (number === 0 ? 0 : random.below(MONTHS)), { member, does: 'give', gift })
    for (let number = 0; number < referrals; number += 1)
      at(joined + random.below(MONTHS), { member, does: 'refer', gift })
  }
  const drawPlan = (): Plan => ({
    gift: usd(BigInt(Math.round(drawBin(random, behaviour.gift).mean)) * UNITS_PER_DOLLAR),
    gifts: drawCount(random, behaviour.donations),
    referrals: drawCount(random, behaviour.referrals),
  })

  let above: MemberId | null = null
  for (let level = 0; level < Math.min(behaviour.depth, TEAM_LEVELS); level += 1) {
    above = world.join({ sponsor: above, parent: above, window: drawWindow(programme, behaviour, random) })
    // Whom they refer is placed elsewhere.
    liveOn(above, 0, { ...drawPlan(), referrals: 0 })
  }
  const you = world.join({ sponsor: above, parent: above })
  for (let number = 0; number < plan.gifts; number += 1)
    at(Math.floor((number * MONTHS) / plan.gifts), { member: you, does: 'give', gift: plan.gift })
  for (let number = 0; number < plan.referrals; number += 1)
    at(random.below(MONTHS), { member: you, does: 'refer', gift: NOTHING })

  const year = { given: NOTHING, toCause: NOTHING }
  const earned = months.map((events, month) => {
    // What somebody does in the month of joining comes after: the list grows while it is walked.
    for (const { member, does, gift } of events) {
      if (does === 'give') {
        const amount = most(gift, minimumDonation(programme.stages, world.balances(member).window.stage))
        const division = world.give(member, amount)
        if (member !== you) continue
        year.given = plus(year.given, amount)
        year.toCause = plus(year.toCause, toCause(division))
      } else if (!growthStops && world.size < MEMBERS_MAX) liveOn(world.joinBelow(member), month, drawPlan())
    }
    return world.earned(you)
  })
  return { ...year, earned }
}

/** Somebody above: at a stage like those who have referred others, with room to earn or without. */
function drawWindow({ stages }: Programme, { above }: Behaviour, random: Random): EarningWindow {
  const { mean, full } = drawBin(random, above)
  const stage = Math.round(mean)
  const isFull = random.next() * 100 < full
  if (stage === 0) return { stage, lastDonation: NOTHING, earned: NOTHING }
  const window = { stage, lastDonation: minimumDonation(stages, stage), earned: NOTHING }
  return isFull ? { ...window, earned: earningThreshold(stages, window) } : window
}
