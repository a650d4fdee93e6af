import { cpus } from 'node:os'
import type { TestFile } from './files.ts'
import type { PartResult } from './part.ts'

/** Processor time that `npm test` may take on a quiet machine, as agreed in docs/proof.md. */
const BUDGET_MINUTES = 24
const DEAREST = 10

type Run = { results: PartResult[]; files: TestFile[]; stolen: number | undefined; hasBudget: boolean }

/** Describes a run: its parts, its dearest files, its share of the budget, and last its count of tests. */
export function describeRun({ results, files, stolen, hasBudget }: Run): string {
  const rows = results.map(({ title, seconds, processorSeconds, isGreen }) =>
    row(title, clock(seconds), clock(processorSeconds), isGreen ? '' : 'RED'),
  )
  const used = sum(results.map(({ processorSeconds }) => processorSeconds ?? Number.NaN))
  const all = row('all', clock(sum(results.map(({ seconds }) => seconds))), clock(used), '')
  const dearest = files.toSorted((one, other) => other.seconds - one.seconds).slice(0, DEAREST)
  const red = files.filter(({ failed }) => failed > 0)
  const total = (key: 'passed' | 'failed' | 'skipped') => sum(files.map((file) => file[key]))
  return [
    '',
    row('', 'minutes', 'processor', ''),
    ...rows,
    all,
    '',
    ...(hasBudget
      ? [`Processor time, with everything else on this machine: ${clock(used)} of ${BUDGET_MINUTES}:00 minutes.`]
      : []),
    `Processors: ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}; neighbours took ${percent(stolen)} of their time.`,
    '',
    `The ${DEAREST} dearest files, in seconds:`,
    ...dearest.map(({ file, seconds }) => `${seconds.toFixed(1).padStart(8)}  ${file}`),
    '',
    ...red.map(({ file, failed }) => `RED: ${file} (${failed})`),
    `${total('passed')} passed, ${total('failed')} failed, ${total('skipped')} skipped`,
    '',
  ].join('\n')
}

const row = (title: string, seconds: string, processor: string, state: string): string =>
  `${title.padEnd(24)}${seconds.padStart(9)}${processor.padStart(11)}  ${state}`.trimEnd()

const sum = (values: readonly number[]): number => values.reduce((all, each) => all + each, 0)

const percent = (share: number | undefined): string =>
  share === undefined ? 'an unknown share' : `${(share * 100).toFixed(1)} %`

/** 75 is 1:15. */
function clock(seconds: number | undefined): string {
  if (seconds === undefined || Number.isNaN(seconds)) return '?'
  const whole = Math.round(seconds)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}
