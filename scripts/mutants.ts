import { globSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { EQUIVALENTS } from './mutants/equivalent.ts'
import { readReport, scoreOf, type FileScore, type Survivor } from './mutants/report.ts'
import { runStryker } from './mutants/stryker.ts'

/** Core's rules about money. */
const MONEY = ['packages/core/src/{deposits,ledger,network,payouts,programme}/**/*.ts', 'packages/core/src/money.ts']
const SCORE_MIN = 95

const root = fileURLToPath(new URL('..', import.meta.url))
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { concurrency: { type: 'string', default: String(Math.min(2, availableParallelism())) } },
})
const rules = globSync(MONEY, { cwd: root, exclude: ['**/*.test.ts'] }).toSorted()
const wanted = positionals.map((file) => relative(root, resolve(file)))
const unknown = wanted.filter((file) => !rules.includes(file))
if (unknown.length > 0) {
  console.error(`Not one of core's rules about money: ${unknown.join(', ')}`)
  process.exit(1)
}
const mutate = wanted.length > 0 ? wanted : rules
const report = runStryker({ root, mutate, concurrency: Number(values.concurrency) })
if (!report) process.exit(1)
const { files, stale } = readReport(report, EQUIVALENTS)

for (const survivor of files.flatMap((file) => file.survivors)) console.log(describe(survivor))
for (const { file, line, fault } of stale)
  console.log(`${file}: listed as equivalent, but it does not survive\n  - ${line}\n  + ${fault}`)
console.log(tableOf(files))
const score = scoreOf(files)
console.log(`Core's tests notice ${score.toFixed(2)} % of the faults that can be noticed; ${SCORE_MIN} % is asked for.`)
if (score < SCORE_MIN || stale.length > 0) process.exitCode = 1

function describe({ file, line, kind, isReached, before, after }: Survivor): string {
  return `${file}:${line} ${kind}${isReached ? '' : ' (never run)'}\n  - ${before}\n  + ${after}`
}

function tableOf(scores: readonly FileScore[]): string {
  const rows = scores.map(
    (one) => [one.file, one.noticed, one.survivors.length, one.equivalent, scoreOf([one])] as const,
  )
  const width = Math.max(...rows.map(([file]) => file.length))
  const cells = (texts: readonly string[]) => texts.map((text) => text.padStart(10)).join(' ')
  return [
    `${''.padEnd(width)} ${cells(['noticed', 'survived', 'equivalent', '%'])}`,
    ...rows.map(([file, ...counts]) => {
      const [noticed, survived, equivalent, percent] = counts
      return `${file.padEnd(width)} ${cells([`${noticed}`, `${survived}`, `${equivalent}`, percent.toFixed(2)])}`
    }),
  ].join('\n')
}
