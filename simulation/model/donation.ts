import { defaultProgramme } from '../../packages/core/src/programme/default-programme.ts'
import { memberOf, openWindow, type EarningWindow, type Model, type ModelCredit, type ModelMember } from './model.ts'
import { unitsOf } from './rules.ts'

const { stages, shares_basis_points: shares } = defaultProgramme
const required = (stage: number): bigint => unitsOf(stages[Math.max(stage, 1) - 1]?.donation_requirement ?? 0)

export const minimumOf = (member: ModelMember): bigint => required(openWindow(member).stage)

/** How a donation should be divided: written down a second time, on purpose, from the programme's description. */
export function divisionOf(model: Model, donor: ModelMember, amount: bigint): ModelCredit[] {
  const credits: ModelCredit[] = []
  const earn = (id: number | null, stageMin: number, basisPoints: number) => {
    const earner = id === null ? undefined : model.members.get(id)
    if (!earner) return
    const window = openWindow(earner)
    if (window.stage < stageMin) return
    const earnedNow = credits.reduce((sum, one) => (one.window === window ? sum + one.amount : sum), 0n)
    const room = window.last - window.earned - earnedNow
    const due = (amount * BigInt(basisPoints)) / 10_000n
    const paid = due < room ? due : room
    if (paid > 0n) credits.push({ target: `available:${earner.id}`, amount: paid, window })
  }
  earn(donor.sponsor, 1, shares.sponsor)
  for (const [index, id] of above(model, donor).entries()) earn(id, index + 1, shares.levels[index] ?? 0)
  const operations = (amount * BigInt(shares.operations)) / 10_000n
  if (operations > 0n) credits.push({ target: 'operations', amount: operations })
  const rest = amount - credits.reduce((sum, one) => sum + one.amount, 0n)
  return [...credits, { target: 'cause:1', amount: rest }]
}

function above(model: Model, member: ModelMember): number[] {
  const found: number[] = []
  for (let at = member.parent; at !== null && found.length < 10; at = memberOf(model, at).parent) found.push(at)
  return found
}

/** A donation closes the donor's window and opens the next, one stage higher if it is large enough. */
export function stepUp(donor: ModelMember, amount: bigint): EarningWindow {
  const { stage } = openWindow(donor)
  const next = stage < 10 && amount >= required(stage + 1) ? stage + 1 : stage
  const window = { stage: next, last: amount, earned: 0n }
  donor.windows.push(window)
  return window
}
