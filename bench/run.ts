import { mkdir, writeFile } from 'node:fs/promises'
import { cpus, totalmem } from 'node:os'
import { benchChain } from './chain/chain.ts'
import { benchHistory } from './history.ts'
import { benchMemory } from './memory.ts'
import { benchMoney } from './money/money.ts'
import { benchNetwork } from './network/run.ts'
import { benchScreens } from './screens.ts'

type Report = { ratios: Record<string, number> }

type Part = (print: (line: string) => void, sizes: number[]) => Promise<Report>

const PARTS: Record<string, Part> = {
  money: benchMoney,
  chain: benchChain,
  network: benchNetwork,
  history: benchHistory,
  screens: benchScreens,
  memory: benchMemory,
}
/** Takes as long as a million transfers take: only when it is asked for. */
const ON_REQUEST = ['memory']

const isSize = (word: string) => /^\d+[kM]$/.test(word)
const sizeOf = (word: string) => Number.parseInt(word, 10) * (word.endsWith('M') ? 1_000_000 : 1000)

/** Names of benchmarks, and for the network which sizes of it: `network 1k 1M`. */
const words = process.argv.slice(2)
const sizes = words.filter(isSize).map(sizeOf)
const asked = words.filter((word) => !isSize(word))
const unknown = asked.filter((name) => !(name in PARTS))
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(', ')}: choose from ${Object.keys(PARTS).join(', ')}.`)
  process.exit(1)
}

const machine = `${cpus().length} × ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`
console.log(`${machine}\n`)
const reports: Record<string, object> = {}
for (const [name, bench] of Object.entries(PARTS)) {
  if (asked.length > 0 ? !asked.includes(name) : ON_REQUEST.includes(name)) continue
  const report = await bench((line) => console.log(line), sizes)
  reports[name] = report
  console.log('')
  for (const [what, ratio] of Object.entries(report.ratios)) {
    const [subject = '', peer = ''] = what.split(' × ')
    console.log(`${subject} ${ratio.toFixed(2)} × ${peer}`)
  }
}
const folder = new URL('results/', import.meta.url)
const file = new URL(`${new Date().toISOString().replaceAll(':', '-')}.json`, folder)
await mkdir(folder, { recursive: true })
await writeFile(file, JSON.stringify({ machine, at: new Date().toISOString(), ...reports }, null, 2))
console.log(`\nWritten to ${file.pathname}`)
