import { mkdir, writeFile } from 'node:fs/promises'
import { cpus, totalmem } from 'node:os'
import type { Restored } from './restore.ts'

export type Outcome = {
  drill: string
  silenceMs: number
  silenceMaxMs: number
  /** Answers by status; `none` is a connection that ended without one. */
  answers: Record<string, number>
  acknowledged: number
  /** From the first attempt to the answer. */
  medianMs: number
  lost: number
  doubled: number
  tookMs: number
  /** What was not as it has to be. */
  missed: string[]
}

const RESULTS = new URL('results/', import.meta.url)
/** A request may be answered, or refused for now. */
const EXPECTED = ['200', '502', '503', 'none']

export function missedBy(outcome: Omit<Outcome, 'missed'>): string[] {
  const unexpected = Object.keys(outcome.answers).filter((status) => !EXPECTED.includes(status))
  return [
    ...(outcome.lost > 0 ? [`${outcome.lost} acknowledged and lost`] : []),
    ...(outcome.doubled > 0 ? [`${outcome.doubled} doubled`] : []),
    ...(unexpected.length > 0 ? [`answers of ${unexpected.join(', ')}`] : []),
    ...(outcome.silenceMs > outcome.silenceMaxMs ? [`silent for ${seconds(outcome.silenceMs)} s`] : []),
    ...(outcome.acknowledged === 0 ? ['nothing was acknowledged'] : []),
  ]
}

const seconds = (ms: number) => (ms / 1000).toFixed(1)

export function tableOf(outcomes: readonly Outcome[]): string {
  const rows = outcomes.map((one) => [
    one.drill,
    `${seconds(one.silenceMs)} of ${one.silenceMaxMs / 1000} s`,
    Object.entries(one.answers)
      .map(([status, count]) => `${status}: ${count}`)
      .join(', '),
    String(one.acknowledged),
    `${one.medianMs} ms`,
    String(one.lost),
    String(one.doubled),
    one.missed.join('; ') || 'met',
  ])
  const all = [['drill', 'silence', 'answers', 'acknowledged', 'median', 'lost', 'doubled', 'goals'], ...rows]
  const widths = all[0]?.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0))) ?? []
  return all
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

export const describeRestored = ({ wanted, restored, forgotten, restoredInMs, recovery, verify }: Restored): string =>
  [
    `Restored to journal ${restored} of ${wanted} in ${seconds(restoredInMs)} s; ${forgotten} later ones are gone.`,
    recovery,
    verify,
  ].join('\n')

export async function writeReport(report: Record<string, unknown>): Promise<string> {
  const at = new Date().toISOString()
  const machine = `${cpus().length} × ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`
  const file = new URL(`${at.replaceAll(':', '-')}.json`, RESULTS)
  await mkdir(RESULTS, { recursive: true })
  await writeFile(file, `${JSON.stringify({ machine, at, ...report }, null, 2)}\n`)
  return file.pathname
}
