import { parseArgs } from 'node:util'
import { show } from '@trefoil/core/money'
import { reconcile, showUnits } from '@trefoil/core/reserves/reconciliation'
import { readSettings, type Settings, type Variables } from '../env.ts'
import type { Verdict } from '../ledger/check.ts'
import { readProvenance, type Origin } from '../ledger/provenance.ts'
import { invariantsIn, verifyInFull, verifyInvariants } from '../ledger/verify.ts'
import { Misuse } from '../start-error.ts'
import { withDatabase } from './open.ts'
import { DONE, NOT_COMPARED, VIOLATED, type Output } from './output.ts'
import { progressBar } from './progress.ts'
import { describeLog, verifyLogOf } from './verify-log.ts'
import { verifyReserves, type ReservesReport } from './verify-reserves.ts'

export const VERIFY_HELP = `  verify  Check every invariant over everything that was ever written, say where all money came from and
          went, compare the log with the books, and what the chain holds with what the books explain.
          --since <journal>   only what came after this journal
          --offline           without asking the chain what it holds
          Ends with 3 if one is violated, or if the chain does not hold what the books explain, and with 4 if that could
          not be compared. --json prints JSON.
          Example: npm run trefoil -- verify --json
`

export async function verifyCommand(args: string[], variables?: Variables): Promise<Output> {
  const options = { json: { type: 'boolean' }, since: { type: 'string' }, offline: { type: 'boolean' } } as const
  const { values } = parseArgs({ args, options })
  const since = readSince(values.since)
  const settings = readSettings(variables)
  const { verdicts, provenance, log, reserves } = await withDatabase(
    settings,
    async ({ url, bringUpToDate, db, unaudited }) => {
      await bringUpToDate()
      const checked = await check(unaudited, since)
      const { log: logged, verdict } = await verifyLogOf(settings, { url, db: unaudited, since })
      return {
        verdicts: verdict ? [...checked, verdict] : checked,
        provenance: await readProvenance(db, since),
        log: logged,
        reserves: values.offline ? { why: '--offline.' } : await verifyReserves(settings, { url, db: unaudited }),
      }
    },
  )
  const violated = verdicts.filter(({ violations }) => violations > 0)
  const isCompared = !('why' in reserves)
  const isExplained = !isCompared || reserves.trouble === undefined
  const isWell = violated.length === 0 && isExplained && (isCompared || values.offline === true)
  const code = violated.length > 0 || !isExplained ? VIOLATED : isWell ? DONE : NOT_COMPARED
  if (values.json) {
    const report = { ok: isWell, invariants: verdicts, provenance, log, reserves }
    const text = JSON.stringify(report, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
    return { code, text }
  }
  const lines = [
    ...verdicts.map(({ name, violations }) => `${violations === 0 ? 'holds   ' : 'VIOLATED'}  ${violations}  ${name}`),
    '',
    ...describeProvenance(provenance),
    '',
    ...describeLog(log),
    '',
    ...describeReserves(reserves),
    '',
    [
      `${verdicts.length - violated.length} of ${verdicts.length} invariants hold.`,
      ...(isExplained ? [] : ['The reserves are not explained.']),
      ...(isCompared ? [] : ['The reserves were not compared.']),
    ].join(' '),
  ]
  return { code, text: lines.join('\n') }
}

function readSince(text: string | undefined): bigint {
  if (text === undefined) return 0n
  if (!/^\d{1,18}$/.test(text)) throw new Misuse('--since takes the number of a journal.')
  return BigInt(text)
}

/** Every invariant, over everything. */
export const verify = (settings: Settings): Promise<Verdict[]> =>
  withDatabase(settings, async ({ bringUpToDate, unaudited }) => {
    await bringUpToDate()
    return check(unaudited, 0n)
  })

async function check(db: Parameters<typeof verifyInFull>[0], since: bigint): Promise<Verdict[]> {
  const progress = progressBar(invariantsIn(since), 'invariants')
  let checked = 0
  const onChecked = () => progress((checked += 1))
  if (since > 0n) return verifyInvariants(db, { since, onChecked })
  // Somebody waits for this one: it takes a second core. Where a server is at it already, that one remembers what it finds.
  const run = { onChecked, atOnce: 2 }
  return (await verifyInFull(db, run)) ?? verifyInvariants(db, run)
}

const describeProvenance = (provenance: readonly Origin[]): string[] => [
  'Came from the chain, or went there:',
  ...provenance.map(({ origin, journals, amount }) => `  ${show(amount).padStart(24)}  ${origin} (${journals})`),
]

function describeReserves(report: ReservesReport): string[] {
  if ('why' in report) return [`The reserves were not compared: ${report.why}`]
  const { held, explained, heldInAll, explainedInAll, difference } = reconcile(report.figures)
  const line = (units: bigint, name: string) => `  ${showUnits(units, report.decimals).padStart(36)}  ${name}`
  return [
    `On the chain at block ${report.block}:`,
    ...held.map(({ name, units }) => line(units, FIGURES[name])),
    line(heldInAll, 'in all'),
    'Explained by:',
    ...explained.filter(({ units }) => units !== 0n).map(({ name, units }) => line(units, FIGURES[name])),
    line(explainedInAll, 'in all'),
    line(difference, 'difference'),
    report.trouble === undefined ? 'Every unit is explained.' : `NOT EXPLAINED: ${report.trouble}`,
  ]
}

const FIGURES: Record<keyof Extract<ReservesReport, { figures: unknown }>['figures'], string> = {
  vault: 'vault',
  treasury: 'treasury, and former vaults and treasuries',
  unswept: 'at deposit addresses',
  books: 'the chain account',
  unproven: 'journals without evidence',
  dust: 'remainders below $0.00001',
  depositsWaiting: 'deposits not credited yet',
  payoutsWaiting: 'payments not booked yet',
  payoutsAhead: 'payments booked ahead of the scanner',
  opening: 'there before the first block read',
  funding: 'own funding',
  unmatched: 'unmatched transfers',
  unbooked: 'left, and booked by nobody',
}
