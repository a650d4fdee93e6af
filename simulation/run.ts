import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, mkdir } from 'node:fs/promises'
import { options } from './options.ts'

const ONE_SEED = new URL('./one-seed.ts', import.meta.url).pathname
const RESULTS = new URL('./results/', import.meta.url)
/** As one seed ends. Anything else is a fault of the simulation itself, or of the machine. */
const OUTCOMES = new Map<number | null, string>([
  [0, 'holds'],
  [1, 'violated'],
])

const { seed: first, seeds, minutes, rounds, steps, jobs, plant } = options
const wanted = plant === undefined ? 'holds' : 'violated'
const began = Date.now()
const isWanted = (seed: number) =>
  minutes === undefined ? seed < first + seeds : Date.now() - began < minutes * 60_000

let next = first
let asWanted = 0
const failed: number[] = []

async function runSeeds(): Promise<void> {
  while (failed.length === 0 && isWanted(next)) {
    const seed = next++
    const args = [ONE_SEED, ...[seed, rounds, steps].map(String), ...(plant === undefined ? [] : [plant])]
    const [code] = (await once(spawn(process.execPath, args, { stdio: 'inherit' }), 'exit')) as [number | null]
    const outcome = OUTCOMES.get(code) ?? 'broken'
    if (outcome === wanted) asWanted += 1
    else failed.push(seed)
    const note = `${new Date().toISOString()} seed ${seed} ${outcome}${plant === undefined ? '' : ` with ${plant}`}\n`
    await appendFile(new URL('seeds.txt', RESULTS), note)
  }
}

await mkdir(RESULTS, { recursive: true })
console.log(`From seed ${first} on, ${jobs} at a time.`)
await Promise.all(Array.from({ length: jobs }, runSeeds))
const took = ((Date.now() - began) / 60_000).toFixed(1)
const said = plant === undefined ? `${asWanted} seeds hold` : `${plant} was found in ${asWanted} seeds`
console.log(`${said}${failed.length > 0 ? `, FAILED: ${failed.join(', ')}` : ''} (${took} minutes).`)
process.exit(failed.length > 0 || asWanted === 0 ? 1 : 0)
