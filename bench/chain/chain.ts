import { thenStop } from '../cleanup.ts'
import type { Output, Result } from '../report.ts'
import { withProduct } from '../server.ts'
import { measurePayouts } from './payouts.ts'
import { measureScanner, type ScannerFigures } from './scanner.ts'
import { startScratch } from './scratch.ts'

const FEW = 1000
const MANY = 1_000_000
const PAYOUTS = 100

/** How fast the chain is scanned, with few and with many addresses issued, and how fast withdrawals are paid. */
export async function benchChain({ figure }: Output): Promise<Result> {
  const lines: string[] = []
  const scanner: ScannerFigures[] = []
  const scratch = await startScratch()
  await thenStop(async () => {
    // The first run warms up the code and the statements.
    await measureScanner(scratch.databaseUrl, { id: 1, issued: FEW })
    for (const [index, issued] of [FEW, MANY, FEW, MANY].entries()) {
      const figures = await measureScanner(scratch.databaseUrl, { id: index + 2, issued })
      scanner.push(figures)
      figure({ what: 'scanner', ...figures })
      const what = `scanner, ${issued.toLocaleString('en')} addresses issued`.padEnd(44)
      lines.push(`${what}${figures.perSecond.toFixed(0)} logs/s, ${figures.perCpuSecond.toFixed(0)} per CPU second`)
    }
  }, scratch.stop)
  const perMinute = await withProduct(({ databaseUrl }) => measurePayouts(databaseUrl, PAYOUTS))
  figure({ what: 'payouts', perMinute })
  lines.push('payouts, to their final receipt'.padEnd(44) + `${perMinute.toFixed(0)} a minute`)
  const mean = (issued: number) =>
    scanner.filter((run) => run.issued === issued).reduce((sum, { perCpuSecond }) => sum + perCpuSecond, 0) / 2
  return {
    table: lines.join('\n'),
    ratios: { 'scanner with 1M addresses × scanner with 1k': mean(MANY) / mean(FEW) },
  }
}
