import { ACTIONS } from './actions/all.ts'
import type { Action } from './actions/action.ts'
import { begin } from './begin.ts'
import { CHAOS } from './chaos/all.ts'
import { resetClock } from './chaos/clock.ts'
import { check } from './check.ts'
import type { Dice } from './dice.ts'
import { observe } from './observe/observe.ts'
import { PLANTED } from './planted.ts'
import { settle } from './settle.ts'
import { Violation } from './violation.ts'
import { closeWorld, openWorld, type World } from './world/world.ts'

export type Extent = { rounds: number; steps: number; plant?: keyof typeof PLANTED | undefined }
export type Report = {
  steps: number
  journals: number
  blocks: number
  counts: Record<string, number>
  explained: Record<string, number>
}

/** How a seed went wrong, and what happened right before. */
export class Failed extends Error {
  readonly history: readonly string[]
  constructor(cause: unknown, history: readonly string[]) {
    super((cause as Error).message, { cause })
    this.history = history
  }
}

const HISTORY_MAX = 20
const CHAOS_SHARE = 0.15
// What hangs, and not what is slow: the machine may be busy with something else.
const STEP_MS = 900_000
const REST_MS = 1_800_000

/** One seed: rounds of many steps, each round ending at rest with everything checked. */
export async function simulate(
  seed: number,
  { rounds, steps, plant }: Extent,
  onRound: (report: Report) => void,
): Promise<Report> {
  const world = await openWorld(seed)
  const history: string[] = []
  const counts: Record<string, number> = {}
  const report = (taken: number): Report => ({
    steps: taken,
    journals: Number(world.model.lastJournal),
    blocks: world.raw.height(),
    counts,
    explained: world.explained,
  })
  const note = (name: string, outcome: string | undefined) => {
    counts[name] = (counts[name] ?? 0) + 1
    history.push(`${name}: ${outcome ?? 'not possible'}`)
    if (history.length > HISTORY_MAX) history.shift()
  }
  try {
    await begin(world)
    if (plant) PLANTED[plant](world)
    for (let round = 1; round <= rounds; round += 1) {
      for (let step = 0; step < steps; step += 1) await takeStep(world, note)
      note('rest', 'comes')
      await within(REST_MS, 'it does not come to rest', () => settle(world))
      await check(world)
      onRound(report(round * steps))
    }
    return report(rounds * steps)
  } catch (error) {
    throw new Failed(error, history)
  } finally {
    resetClock()
    await closeWorld(world)
  }
}

async function takeStep(world: World, note: (name: string, outcome: string | undefined) => void): Promise<void> {
  const { name, act } = choose(world.dice, world.dice.chance(CHAOS_SHARE) ? CHAOS : ACTIONS)
  try {
    note(name, await within(STEP_MS, `${name} does not end`, () => act(world)))
  } catch (error) {
    note(name, `fails: ${(error as Error).message}`)
    throw error
  }
  await observe(world)
}

function choose(dice: Dice, actions: readonly Action[]): Action {
  let left = dice.below(actions.reduce((sum, { weight }) => sum + weight, 0))
  for (const action of actions) {
    left -= action.weight
    if (left < 0) return action
  }
  throw new Error('There is nothing to do')
}

async function within<Result>(limitMs: number, complaint: string, work: () => Promise<Result>): Promise<Result> {
  let late: NodeJS.Timeout | undefined
  const expired = new Promise<never>((_, reject) => {
    late = setTimeout(() => reject(new Violation(complaint)), limitMs)
  })
  try {
    return await Promise.race([work(), expired])
  } finally {
    clearTimeout(late)
  }
}
