import { Refusal } from '@trefoil/core/refusal'
import { type RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'

/** What else somebody can do. */
type Advice = 'sign in by mail'

export class TooManyAttempts extends Refusal {
  readonly retryAfterSeconds: number

  constructor(waitMs: number, advice?: Advice) {
    const seconds = Math.max(1, Math.ceil(waitMs / 1000))
    const [count, unit] =
      seconds < 90 ? ([seconds, 'seconds'] as const) : ([Math.ceil(seconds / 60), 'minutes'] as const)
    super(
      'too_many_attempts',
      `Too many attempts. Please try again in ${count} ${unit}${advice ? ', or ask for a sign-in link by mail' : ''}.`,
      { name: advice ? `wait_${unit}_or_mail` : `wait_${unit}`, values: { count } },
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
export async function take(buckets: readonly Bucket[], advice?: Advice): Promise<Attempt> {
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
