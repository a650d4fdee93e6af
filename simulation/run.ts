import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, mkdir } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'

const HELP = `npm run simulate -- [options]
  --seed <n>      the first seed (default: by the clock)
  --seeds <n>     how many seeds (default 1)
  --minutes <n>   begin new seeds for so long, instead
  --rounds <n>    rounds per seed, each checked in full at its end (default 10)
  --steps <n>     steps per round (default 250)
  --jobs <n>      seeds at the same time, each in a process of its own (default: one per core, at most 2)
  --plant <fault> drop-log or skip-id: a fault that has to be found`

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    seeds: { type: 'string' },
    minutes: { type: 'string' },
    rounds: { type: 'string', default: '10' },
    steps: { type: 'string', default: '250' },
    jobs: { type: 'string' },
    plant: { type: 'string' },
    help: { type: 'boolean' },
  },
})
if (values.help) {
  console.log(HELP)
  process.exit(0)
}

const ONE_SEED = new URL('./one-seed.ts', import.meta.url).pathname
const RESULTS = new URL('./results/', import.meta.url)
const began = Date.now()
const first = Number(values.seed ?? Math.floor(began / 1000) % 1_000_000)
const isWanted = (seed: number) =>
  values.minutes === undefined
    ? seed < first + Number(values.seeds ?? 1)
    : Date.now() - began < Number(values.minutes) * 60_000
const jobs = Math.min(Number(values.jobs ?? Math.min(2, availableParallelism())), 2)

let next = first
let held = 0
const failed: number[] = []

async function runSeeds(): Promise<void> {
  while (failed.length === 0 && isWanted(next)) {
    const seed = next++
    const args = [ONE_SEED, String(seed), values.rounds, values.steps, ...(values.plant ? [values.plant] : [])]
    const [code] = (await once(spawn(process.execPath, args, { stdio: 'inherit' }), 'exit')) as [number | null]
    if (code === 0) held += 1
    else failed.push(seed)
    await appendFile(
      new URL('seeds.txt', RESULTS),
      `${new Date().toISOString()} seed ${seed} ${code === 0 ? 'holds' : 'FAILED'}\n`,
    )
  }
}

await mkdir(RESULTS, { recursive: true })
console.log(`From seed ${first} on, ${jobs} at a time.`)
await Promise.all(Array.from({ length: jobs }, runSeeds))
const minutes = ((Date.now() - began) / 60_000).toFixed(1)
console.log(`${held} seeds hold${failed.length > 0 ? `, FAILED: ${failed.join(', ')}` : ''} (${minutes} minutes).`)
process.exit(failed.length > 0 ? 1 : 0)
