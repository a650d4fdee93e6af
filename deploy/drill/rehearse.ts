import { compare } from './books.ts'
import { within } from './commands.ts'
import type { Drill, Scene } from './drills/drill.ts'
import { longestGap, type Load } from './load/load.ts'
import { missedBy, type Outcome } from './report.ts'

const STEADY_WITHIN_MS = 90_000
/** Of one drill. */
const LIMIT_MS = 4 * 60_000

/** Breaks something under load, waits until everything is whole again, and compares what members were told. */
export async function rehearse(drill: Drill, { load, ...scene }: Scene & { load: Load }): Promise<Outcome> {
  await scene.cluster.untilWhole()
  await load.untilSteady(STEADY_WITHIN_MS)
  scene.say(`${drill.title} ...`)
  const from = Date.now()
  const [first, before] = [load.acknowledged.length, load.statuses()]
  await within(LIMIT_MS, drill.title, async () => {
    await drill.run(scene)
    await load.untilSteady(STEADY_WITHIN_MS)
    await scene.cluster.untilWhole()
    await load.untilSteady(STEADY_WITHIN_MS)
  })
  const to = Date.now()
  const { lost, doubled } = await compare(scene.installation.databaseUrl, load.acknowledged)
  const acknowledged = load.acknowledged.slice(first)
  const outcome = {
    drill: drill.title,
    silenceMs: longestGap(
      acknowledged.map(({ at }) => at),
      { from, to },
    ),
    silenceMaxMs: drill.silenceMaxMs,
    answers: difference(load.statuses(), before),
    acknowledged: acknowledged.length,
    medianMs: medianOf(acknowledged.map(({ tookMs }) => tookMs)),
    lost: lost.length,
    doubled,
    tookMs: to - from,
  }
  const whole = { ...outcome, missed: missedBy(outcome) }
  scene.say(`  ${JSON.stringify(whole)}`)
  return whole
}

const medianOf = (figures: number[]) => figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN

const difference = (now: Record<string, number>, before: Record<string, number>) =>
  Object.fromEntries(
    Object.entries(now).flatMap(([status, count]) =>
      count > (before[status] ?? 0) ? [[status, count - (before[status] ?? 0)]] : [],
    ),
  )
