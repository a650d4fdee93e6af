import { Failed, simulate, type Extent, type Report } from './simulate.ts'
import { Violation } from './violation.ts'

/** Arguments: the seed, rounds, steps per round, and perhaps a fault to plant. Ends with 1 after a violation. */
const [seed, rounds, steps] = process.argv.slice(2, 5).map(Number) as [number, number, number]
const plant = process.argv[5] as Extent['plant']
const began = performance.now()

const describe = ({ steps: taken, journals, blocks }: Report) =>
  `${taken} steps, journal ${journals}, block ${blocks}, ${((performance.now() - began) / 1000).toFixed(0)} s`

try {
  const report = await simulate(seed, { rounds, steps, plant }, (round) =>
    console.log(`seed ${seed}: ${describe(round)}`),
  )
  console.log(
    `seed ${seed} HOLDS: ${describe(report)} ${JSON.stringify({ steps: report.counts, journals: report.explained })}`,
  )
  process.exit(0)
} catch (error) {
  console.error(`seed ${seed} FAILED: ${(error as Error).message}`)
  if (error instanceof Failed) console.error(error.history.map((line) => `  ${line}`).join('\n'), error.cause)
  process.exit(error instanceof Failed && error.cause instanceof Violation ? 1 : 2)
}
