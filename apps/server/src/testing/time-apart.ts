import { median } from './median.ts'

const PAIRS_LEAST = 40
const PAIRS_MOST = 200

type Timed = (pair: number) => Promise<void>

/**
 * The median difference between two calls, in milliseconds. They go first in turn, and what else the machine does blurs
 * single pairs, so more are taken until the median is within what is looked for: a real difference never gets there.
 */
export async function timeApart(one: Timed, other: Timed, { within }: { within: number }): Promise<number> {
  const differences: number[] = []
  for (let pair = 0; pair < PAIRS_MOST; pair += 1) {
    if (pair >= PAIRS_LEAST && Math.abs(median(differences)) < within) break
    const oneGoesFirst = pair % 2 === 0
    const first = await timeOf(oneGoesFirst ? one : other, pair)
    const second = await timeOf(oneGoesFirst ? other : one, pair)
    differences.push(oneGoesFirst ? first - second : second - first)
  }
  return Math.abs(median(differences))
}

async function timeOf(call: Timed, pair: number): Promise<number> {
  const started = performance.now()
  await call(pair)
  return performance.now() - started
}
