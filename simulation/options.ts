import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { PLANTED } from './planted.ts'

const HELP = `npm run simulate -- [options]
  --seed <n>      the first seed (default: by the clock)
  --seeds <n>     how many seeds (default 1)
  --minutes <n>   begin new seeds for so long, instead
  --rounds <n>    rounds per seed, each checked in full at its end (default 10)
  --steps <n>     steps per round (default 250)
  --jobs <n>      seeds at the same time, each in a process of its own (default: one per core, at most 2)
  --plant <fault> ${Object.keys(PLANTED).join(' or ')}: a fault that has to be found in every seed`

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    seeds: { type: 'string' },
    minutes: { type: 'string' },
    rounds: { type: 'string' },
    steps: { type: 'string' },
    jobs: { type: 'string' },
    plant: { type: 'string' },
    help: { type: 'boolean' },
  },
})
if (values.help) {
  console.log(HELP)
  process.exit(0)
}

type Numbered = Exclude<keyof typeof values, 'plant' | 'help'>

/** What cannot be understood ends here: a run of nothing would look like one in which everything holds. */
function refuse(complaint: string): never {
  console.error(`${complaint}\n\n${HELP}`)
  process.exit(2)
}

function count(name: Numbered, byDefault: number): number {
  const given = values[name]
  if (given === undefined) return byDefault
  if (!/^[1-9]\d{0,9}$/.test(given)) refuse(`--${name} takes a whole number from 1 on, and not "${given}".`)
  return Number(given)
}

if (values.seeds !== undefined && values.minutes !== undefined) refuse('Either --seeds or --minutes, not both.')
const { plant } = values
if (plant !== undefined && !Object.hasOwn(PLANTED, plant)) refuse(`There is no fault "${plant}" to plant.`)

export const options = {
  seed: count('seed', (Math.floor(Date.now() / 1000) % 1_000_000) + 1),
  seeds: count('seeds', 1),
  minutes: values.minutes === undefined ? undefined : count('minutes', 1),
  rounds: count('rounds', 10),
  steps: count('steps', 250),
  jobs: count('jobs', Math.min(2, availableParallelism())),
  plant,
}
