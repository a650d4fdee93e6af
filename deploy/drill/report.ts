import { mkdir, writeFile } from 'node:fs/promises'
import { cpus, totalmem } from 'node:os'
import type { Stopped } from './asynchronous.ts'
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

/** What was found, as far as a run came. */
export type Findings = {
  outcomes: Outcome[]
  /** Orders that were not acknowledged to the end. */
  open?: number
  verify?: string
  restored?: Restored
  stopped?: Stopped
  /** What has ended it before its end. */
  failure?: string
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

function tableOf(outcomes: readonly Outcome[]): string {
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

const describeRestored = ({ wanted, restored, forgotten, restoredInMs, recovery, verify }: Restored): string =>
  [
    `Restored to journal ${restored} of ${wanted} in ${seconds(restoredInMs)} s; ${forgotten} later ones are gone.`,
    recovery,
    verify,
  ].join('\n')

export const allMissed = ({ outcomes, open = 0, restored, stopped, failure }: Findings): string[] => [
  ...outcomes.flatMap(({ drill, missed }) => missed.map((one) => `${drill}: ${one}`)),
  ...(open > 0 ? [`${open} orders were never acknowledged`] : []),
  ...(restored && restored.restored !== restored.wanted ? ['restore: not to that journal'] : []),
  ...(stopped?.missed ?? []),
  ...(failure === undefined ? [] : [failure]),
]

/** With what a command has said before it failed. */
export function describeFailure(error: unknown): string {
  const { message, stdout = '' } = error as Error & { stdout?: string }
  return [message, stdout]
    .map((part) => part.trim())
    .filter(Boolean)
    .join('\n')
}

type Keeping = { keepLogs: () => Promise<void>; folder?: URL }

const describeStopped = ({ lost, stoppedInMs, sentence, health, postedSince }: Stopped): string =>
  [
    `Without synchronous replication ${lost} acknowledged orders were lost.`,
    `Posting stopped ${stoppedInMs} ms after the new primary's promotion: ${sentence}.`,
    `Health says "posting": "${health}". ${postedSince} journals were posted after that.`,
  ].join('\n')

/** However a run has ended: what it has found is told and written, and the logs are kept if a goal was missed. */
export async function conclude(found: Findings, { keepLogs, folder = RESULTS }: Keeping): Promise<number> {
  const missed = allMissed(found)
  const { outcomes, verify, restored, stopped } = found
  if (outcomes.length > 0) console.log(`\n${tableOf(outcomes)}`)
  if (verify !== undefined) console.log(`\n${verify}`)
  if (restored) console.log(`\n${describeRestored(restored)}`)
  if (stopped) console.log(`\n${describeStopped(stopped)}`)
  for (const one of missed) console.error(`MISSED  ${one}`)
  try {
    console.log(`Written to ${await writeReport({ ...found, missed }, folder)}`)
  } finally {
    if (missed.length > 0) await keepLogs()
  }
  return missed.length > 0 ? 1 : 0
}

async function writeReport(report: Findings & { missed: string[] }, folder: URL): Promise<string> {
  const at = new Date().toISOString()
  const machine = `${cpus().length} × ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`
  const file = new URL(`${at.replaceAll(':', '-')}.json`, folder)
  await mkdir(folder, { recursive: true })
  await writeFile(file, `${JSON.stringify({ machine, at, ...report }, null, 2)}\n`)
  return file.pathname
}
