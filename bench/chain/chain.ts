import { startProduct } from '../server.ts'
import { measurePayouts } from './payouts.ts'
import { measureScanner, type ScannerFigures } from './scanner.ts'
import { startScratch } from './scratch.ts'

const FEW = 1000
const MANY = 1_000_000
const PAYOUTS = 100

export type ChainReport = {
  scanner: ScannerFigures[]
  payoutsPerMinute: number
  ratios: Record<string, number>
}

/** How fast the chain is read, whatever was issued, and how fast withdrawals leave. */
export async function benchChain(say: (line: string) => void): Promise<ChainReport> {
  const scanner: ScannerFigures[] = []
  const scratch = await startScratch()
  try {
    // The first run warms up: the same code, the same statements.
    await measureScanner(scratch.databaseUrl, { id: 1, issued: FEW })
    for (const [index, issued] of [FEW, MANY, FEW, MANY].entries()) {
      const figures = await measureScanner(scratch.databaseUrl, { id: index + 2, issued })
      scanner.push(figures)
      const what = `scanner, ${issued.toLocaleString('en')} addresses issued`.padEnd(44)
      say(`${what}${figures.perSecond.toFixed(0)} logs/s, ${figures.perCpuSecond.toFixed(0)} per CPU second`)
    }
  } finally {
    await scratch.stop()
  }
  const product = await startProduct()
  try {
    const payoutsPerMinute = await measurePayouts(product.databaseUrl, PAYOUTS)
    say(`payouts, to their final receipt`.padEnd(44) + `${payoutsPerMinute.toFixed(0)} a minute`)
    const mean = (issued: number) =>
      scanner.filter((run) => run.issued === issued).reduce((sum, { perCpuSecond }) => sum + perCpuSecond, 0) / 2
    return {
      scanner,
      payoutsPerMinute,
      ratios: { 'scanner with 1M addresses × scanner with 1k': mean(MANY) / mean(FEW) },
    }
  } finally {
    await product.stop()
  }
}
