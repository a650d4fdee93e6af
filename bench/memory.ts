import { generateLoad } from './load/load.ts'
import { populate } from './money/population.ts'
import type { Output, Result } from './report.ts'
import { withProduct } from './server.ts'

const TRANSFERS = 1_000_000
const ROUND_MS = 30_000

/** The server's memory after a million transfers. */
export const benchMemory = ({ figure }: Output): Promise<Result> =>
  withProduct(async (product) => {
    const people = await populate(product)
    const lines: string[] = []
    let made = 0
    while (made < TRANSFERS) {
      const { perSecond } = await generateLoad({
        port: product.port,
        path: '/api/transfers/process',
        connections: 64,
        warmUpMs: 0,
        runMs: ROUND_MS,
        amount: 0.01,
        senders: people.tokens(),
        recipients: people.keys,
      })
      made += perSecond * (ROUND_MS / 1000)
      const residentMb = product.residentMb()
      figure({ what: 'memory', transfers: Math.round(made), residentMb })
      lines.push(`${made.toFixed(0)} transfers, the server holds ${residentMb.toFixed(0)} MB`)
    }
    return { table: lines.join('\n'), ratios: { 'memory × 300 MB': product.residentMb() / 300 } }
  })
