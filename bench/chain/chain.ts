import { startProduct } from '../server.ts'
import { measurePayouts } from './payouts.ts'
import { measureScanner } from './scanner.ts'
import { startScratch } from './scratch.ts'

const FEW = 1000
const MANY = 1_000_000
const PAYOUTS = 100

export type ChainReport = {
  scannerLogsPerSecond: { issued: number; perSecond: number }[]
  payoutsPerMinute: number
  ratios: Record<string, number>
}

/** How fast the chain is read, whatever was issued, and how fast withdrawals leave. */
export async function benchChain(say: (line: string) => void): Promise<ChainReport> {
  const scanner: ChainReport['scannerLogsPerSecond'] = []
  const scratch = await startScratch()
  try {
    // The first run warms up: the same code, the same statements.
    await measureScanner(scratch.databaseUrl, { id: 1, issued: FEW })
    for (const [index, issued] of [FEW, MANY, FEW, MANY].entries()) {
      const perSecond = await measureScanner(scratch.databaseUrl, { id: index + 2, issued })
      scanner.push({ issued, perSecond })
      say(`scanner, ${issued.toLocaleString('en')} addresses issued`.padEnd(44) + `${perSecond.toFixed(0)} logs/s`)
    }
  } finally {
    await scratch.stop()
  }
  const product = await startProduct()
  try {
    const payoutsPerMinute = await measurePayouts(product.databaseUrl, PAYOUTS)
    say(`payouts, to their final receipt`.padEnd(44) + `${payoutsPerMinute.toFixed(0)} a minute`)
    const mean = (issued: number) =>
      scanner.filter((run) => run.issued === issued).reduce((sum, { perSecond }) => sum + perSecond, 0) / 2
    return {
      scannerLogsPerSecond: scanner,
      payoutsPerMinute,
      ratios: { 'scanner with 1M addresses × scanner with 1k': mean(MANY) / mean(FEW) },
    }
  } finally {
    await product.stop()
  }
}
