/** The part of Stryker's JSON report that is used here. Lines and columns begin at 1. */
export type MutationReport = { files: Record<string, { source: string; mutants: Mutant[] }> }

type Mutant = {
  mutatorName: string
  replacement?: string
  location: { start: Position; end: Position }
  status: string
}
type Position = { line: number; column: number }

/** A fault that changes nothing that anybody could notice. Lines move, so it is known by its text. */
export type Equivalent = { file: string; line: string; fault: string; why: string }

export type Survivor = {
  file: string
  line: number
  kind: string
  isReached: boolean
  /** The line without and with the fault. */
  before: string
  after: string
}
export type FileScore = { file: string; noticed: number; equivalent: number; survivors: Survivor[] }

/** The share of the faults that can be noticed which are: equivalent ones count neither way. */
export function scoreOf(files: readonly FileScore[]): number {
  const noticed = files.reduce((sum, file) => sum + file.noticed, 0)
  const survived = files.reduce((sum, file) => sum + file.survivors.length, 0)
  return noticed + survived === 0 ? 100 : (100 * noticed) / (noticed + survived)
}

/** `stale`: entries of the list that no surviving fault has, in the files that were looked at. */
export function readReport(report: MutationReport, equivalents: readonly Equivalent[]) {
  const found = new Set<Equivalent>()
  const files = Object.entries(report.files).map(([file, { source, mutants }]): FileScore => {
    const lines = source.split('\n')
    const undetected = mutants.filter(isUndetected).map((mutant) => survivorOf(file, lines, mutant))
    const survivors = undetected.filter((survivor) => {
      const known = equivalents.find((one) => describes(one, survivor))
      if (known) found.add(known)
      return !known
    })
    const noticed = mutants.filter(isDetected).length
    return { file, noticed, equivalent: undetected.length - survivors.length, survivors }
  })
  const stale = equivalents.filter((one) => one.file in report.files && !found.has(one))
  return { files, stale }
}

const isDetected = ({ status }: Mutant) => status === 'Killed' || status === 'Timeout'
const isUndetected = ({ status }: Mutant) => status === 'Survived' || status === 'NoCoverage'

function survivorOf(file: string, lines: readonly string[], mutant: Mutant): Survivor {
  const { location, mutatorName, replacement = '', status } = mutant
  const { start, end } = location
  const before = lines[start.line - 1] ?? ''
  const rest = (lines[end.line - 1] ?? '').slice(end.column - 1)
  const after = `${before.slice(0, start.column - 1)}${replacement}${rest}`
  return {
    file,
    line: start.line,
    kind: mutatorName,
    isReached: status !== 'NoCoverage',
    before: before.trim(),
    after: after.trim(),
  }
}

const describes = (one: Equivalent, { file, before, after }: Survivor): boolean =>
  one.file === file && one.line === before && one.fault === after
