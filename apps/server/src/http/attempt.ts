import { Refusal } from '@trefoil/core/refusal'
import { type RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'

export class TooManyAttempts extends Refusal {
  readonly retryAfterSeconds: number

  /** `advice` is what else to do, as the end of a sentence. */
  constructor(waitMs: number, advice?: string) {
    const seconds = Math.max(1, Math.ceil(waitMs / 1000))
    const wait = seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
    super(
      'too_many_attempts',
      `Too many attempts. Please try again in ${wait}${advice ? `, ${advice}` : ''}.`,
      seconds < 90
        ? { name: 'wait_seconds', values: { count: seconds } }
        : { name: 'wait_minutes', values: { count: Math.ceil(seconds / 60) } },
    )
    this.retryAfterSeconds = seconds
  }
}

/**
 * A place in a limit. It is taken before the answer is computed, so that neither parallel guesses nor the answer itself
 * slip through; given back if it was not a wrong guess.
 */
export type Attempt = {
  /** How much of the last limit is used, including this attempt. */
  count: number
  /** Until the last limit begins anew. */
  endsInMs: number
  giveBack(): Promise<void>
}

export type Bucket = { limiter: RateLimiterPostgres; key: string }

/** A place in each, or in none. */
export async function take(buckets: readonly Bucket[], advice?: string): Promise<Attempt> {
  const taken: Bucket[] = []
  let last = { consumedPoints: 0, msBeforeNext: 0 }
  const giveBack = async () => {
    await Promise.all(taken.map(({ limiter, key }) => limiter.reward(key)))
  }
  for (const bucket of buckets) {
    try {
      last = await bucket.limiter.consume(bucket.key)
      taken.push(bucket)
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused
      await giveBack()
      throw new TooManyAttempts(refused.msBeforeNext, advice)
    }
  }
  return { count: last.consumedPoints, endsInMs: last.msBeforeNext, giveBack }
}
