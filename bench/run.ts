import { cpus, totalmem } from 'node:os'
import { benchCauses } from './books/causes.ts'
import { benchVerify } from './books/verify.ts'
import { benchChain } from './chain/chain.ts'
import { benchEpoch } from './epoch/epoch.ts'
import { benchPartitions } from './growth/partitions.ts'
import { benchHistory } from './history.ts'
import { benchMemory } from './memory.ts'
import { benchMoney } from './money/money.ts'
import { benchNetwork } from './network/run.ts'
import { benchProcesses } from './processes.ts'
import { benchProfile } from './profile/profile.ts'
import { benchStatements } from './profile/statements.ts'
import { benchLog } from './proofs/log.ts'
import { benchReads } from './reads/run.ts'
import { runParts, type Part } from './report.ts'
import { benchScreens } from './screens.ts'

const PARTS: Record<string, Part> = {
  money: benchMoney,
  chain: benchChain,
  network: benchNetwork,
  history: benchHistory,
  screens: benchScreens,
  memory: benchMemory,
  verify: benchVerify,
  causes: benchCauses,
  epoch: benchEpoch,
  profile: benchProfile,
  log: benchLog,
  reads: benchReads,
  partitions: benchPartitions,
  processes: benchProcesses,
  statements: benchStatements,
}
/** Take minutes: only on request. */
const ON_REQUEST = [
  'memory',
  'verify',
  'causes',
  'epoch',
  'log',
  'profile',
  'reads',
  'partitions',
  'processes',
  'statements',
]

const isSize = (word: string) => /^\d+[kM]$/.test(word)
const sizeOf = (word: string) => Number.parseInt(word, 10) * (word.endsWith('M') ? 1_000_000 : 1000)

/** Names of benchmarks, and sizes for the network and the books: `network 1k 1M`. */
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
const isAsked = (name: string) => (asked.length > 0 ? asked.includes(name) : !ON_REQUEST.includes(name))
try {
  await runParts({
    parts: Object.fromEntries(Object.entries(PARTS).filter(([name]) => isAsked(name))),
    sizes,
    machine,
    folder: new URL('results/', import.meta.url),
    print: (line) => console.log(line),
  })
} catch (error) {
  console.error(error)
  process.exit(1)
}
