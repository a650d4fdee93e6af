import { generateLoad } from './load/load.ts'
import { KINDS, warmUp } from './money/loads.ts'
import { populate } from './money/population.ts'
import type { Output, Result } from './report.ts'
import { withProduct } from './server.ts'
import { mean } from './timing.ts'

const CONNECTIONS = 64
const TURNS = 5
const RUN_MS = 8000
const WHAT = ['transfers', 'donations'] as const

/** Two processes on one database beside one of them alone, with as many connections in all, in turns. */
export const benchProcesses = ({ say, figure }: Output): Promise<Result> =>
  withProduct(async (product) => {
    say('Preparing members ...')
    const people = await populate(product)
    const beside = { ...product, ...(await product.startBeside()) }
    const ratios: Record<string, number> = {}
    const lines: string[] = []
    for (const what of WHAT) {
      // Two generators in either case, each with half of the connections.
      const loadsOf = (processes: (typeof product)[]) =>
        processes.map((process) => KINDS[what](process, people, CONNECTIONS / 2))
      const alone = loadsOf([product, product])
      const both = loadsOf([product, beside])
      await Promise.all(both.map(warmUp))
      const rate = async (loads: typeof alone) => {
        const results = await Promise.all(loads.map((load) => generateLoad({ ...load, warmUpMs: 1000, runMs: RUN_MS })))
        return results.reduce((sum, { perSecond }) => sum + perSecond, 0)
      }
      const rates = { alone: [] as number[], both: [] as number[] }
      for (let turn = 0; turn < TURNS; turn += 1) {
        rates.alone.push(await rate(alone))
        rates.both.push(await rate(both))
      }
      figure({ what, ...rates })
      const [one, two] = [mean(rates.alone), mean(rates.both)]
      ratios[`${what}, two processes × one`] = two / one
      lines.push(`${what}: ${one.toFixed(0)} a second with one process, ${two.toFixed(0)} with two`)
    }
    return { table: lines.join('\n'), ratios }
  })
