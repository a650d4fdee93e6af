import { generateLoad } from './load/load.ts'
import { populate } from './money/population.ts'
import { startProduct } from './server.ts'

const TRANSFERS = 1_000_000
const ROUND_MS = 30_000

/** What the server holds in memory after a million transfers. */
export async function benchMemory(say: (line: string) => void): Promise<{ ratios: Record<string, number> }> {
  const product = await startProduct()
  try {
    const people = await populate(product)
    let made = 0
    while (made < TRANSFERS) {
      const { perSecond } = await generateLoad({
        port: product.port,
        path: '/api/transfers/process',
        connections: 64,
        warmUpMs: 0,
        runMs: ROUND_MS,
        amount: 0.01,
        senders: people.tokens,
        recipients: people.keys,
      })
      made += perSecond * (ROUND_MS / 1000)
      say(`${made.toFixed(0)} transfers, the server holds ${product.residentMb().toFixed(0)} MB`)
    }
    return { ratios: { 'memory × 300 MB': product.residentMb() / 300 } }
  } finally {
    await product.stop()
  }
}
