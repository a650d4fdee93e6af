import { parseArgs } from 'node:util'
import { Failed, simulate, type Report } from './simulate.ts'

const { values } = parseArgs({
  options: { seed: { type: 'string' }, seeds: { type: 'string' }, minutes: { type: 'string' }, rounds: { type: 'string' }, steps: { type: 'string' } },
})
const first = Number(values.seed ?? 1)
const until = Date.now() + Number(values.minutes ?? 0) * 60_000
const seeds = Number(values.seeds ?? 1)
const extent = { rounds: Number(values.rounds ?? 8), steps: Number(values.steps ?? 250) }

const secondsSince = (began: number) => ((Date.now() - began) / 1000).toFixed(0)
const describe = ({ steps, journals, blocks }: Report) => `${steps} steps, ${journals} journals, ${blocks} blocks`

for (let seed = first; seed < first + seeds || Date.now() < until; seed += 1) {
  const began = Date.now()
  console.log(`seed ${seed} begins`)
  try {
    const report = await simulate(seed, extent, (round) => console.log(`seed ${seed}: ${describe(round)}, ${secondsSince(began)} s`))
    console.log(`seed ${seed} holds: ${describe(report)}, ${secondsSince(began)} s; ${JSON.stringify(report.counts)}`)
  } catch (error) {
    console.error(`seed ${seed} FAILED after ${secondsSince(began)} s: ${(error as Error).message}`)
    if (error instanceof Failed) console.error(error.history.map((line) => `  ${line}`).join('\n'), error.cause)
    process.exit(1)
  }
}
process.exit(0)
