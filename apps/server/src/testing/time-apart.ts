/** Fixed, because a measurement that may continue until it fits always fits in the end. */
export const ROUNDS = 80
/**
 * The true median difference lies outside the 25th smallest and the 25th largest of 80 once in two thousand times, for
 * any distribution (as rarely as so few heads or tails in 80 tosses of a coin).
 */
const RANK = 24

type Timed = (round: number) => Promise<void>

/**
 * By how many milliseconds two calls differ at least; 0 if there may be no difference. They take turns in going first.
 * A busy machine makes the result less exact, but not larger.
 */
export async function timeApart(one: Timed, other: Timed): Promise<number> {
  const differences: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const oneGoesFirst = round % 2 === 0
    const first = await timeOf(oneGoesFirst ? one : other, round)
    const second = await timeOf(oneGoesFirst ? other : one, round)
    differences.push(oneGoesFirst ? first - second : second - first)
  }
  const sorted = differences.toSorted((a, b) => a - b)
  const [least = Number.NaN, most = Number.NaN] = [sorted[RANK], sorted[ROUNDS - 1 - RANK]]
  return Math.max(least, -most, 0)
}

async function timeOf(call: Timed, round: number): Promise<number> {
  const started = performance.now()
  await call(round)
  return performance.now() - started
}
