import { Refusal } from '@trefoil/core/refusal'
import type { Pool } from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { LimitSettings } from '../env.ts'

const DAY_SECONDS = 24 * 60 * 60

export class TooManyAttempts extends Refusal {
  readonly retryAfterSeconds: number

  constructor(waitMs: number) {
    const seconds = Math.max(1, Math.ceil(waitMs / 1000))
    const wait = seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
    super('too_many_attempts', `Too many attempts. Please try again in ${wait}.`)
    this.retryAfterSeconds = seconds
  }
}

/** Counted before the attempt, so that parallel guesses cannot slip through; given back if it was not a wrong guess. */
export type Attempt = {
  /** How much of the widest limit is used, including this attempt. */
  count: number
  giveBack(): Promise<void>
}

/** Wrong codes are counted separately, so that a stranger cannot use up the tries of a known device or a session. */
export type CodeFrom = 'signed in' | 'known device' | 'elsewhere'

type Bucket = { limiter: RateLimiterPostgres; key: string }

export type Limits = ReturnType<typeof makeLimits>

export function makeLimits(pool: Pool, settings: LimitSettings) {
  const limiter = (keyPrefix: string, points: number, seconds: number) =>
    new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: 'rate_limit',
      tableCreated: true,
      keyPrefix,
      points,
      duration: seconds,
      // Once over the limit, it answers from memory: a flood of guesses does not reach the database.
      inMemoryBlockOnConsumed: points + 1,
    })
  const perMinute = settings.wrongPasscodesPerMinute
  const wrongFromAddress = limiter('wrong address', settings.wrongPasscodesPerAddress, 600)
  const wrongForAccountHere = limiter('wrong account here', perMinute, 60)
  const wrongForAccount = limiter('wrong account', settings.wrongPasscodesPerAccount, 3600)
  const wrongFromDevice = limiter('wrong device', perMinute, 60)
  const wrongWhenSignedIn = limiter('wrong signed in', perMinute, 60)
  const wrongCodes = limiter('wrong code', perMinute, 60)
  const wrongCodesOfDay = limiter('wrong code of day', settings.wrongCodesPerDay, DAY_SECONDS)
  const signUps = limiter('sign-up', settings.signUpsPerHour, 3600)
  const guesses = limiter('guess', settings.wrongPasscodesPerAddress, 600)
  const resetRequests = limiter('reset request', 20, 600)
  const resetMails = limiter('reset mail', settings.resetMailsPerHour, 3600)
  const clientErrors = limiter('client error', 20, 600)

  return {
    /** A device that the member has used before has its own count, so that strangers cannot lock the member out. */
    signIn: (from: { address: string; account: string; knownDevice: string | undefined }): Promise<Attempt> =>
      from.knownDevice !== undefined
        ? take({ limiter: wrongFromDevice, key: from.knownDevice })
        : take(
            { limiter: wrongForAccountHere, key: `${from.account} ${rateLimitSubnet(from.address)}` },
            { limiter: wrongFromAddress, key: rateLimitSubnet(from.address) },
            { limiter: wrongForAccount, key: from.account },
          ),
    signUp: (address: string) => take({ limiter: signUps, key: rateLimitSubnet(address) }),
    /** What outsiders could guess: referral codes, registered e-mail addresses, reset tokens. */
    guess: (address: string) => take({ limiter: guesses, key: rateLimitSubnet(address) }),
    /** The passcode of a signed-in account. */
    confirm: (accountId: number) => take({ limiter: wrongWhenSignedIn, key: String(accountId) }),
    /** Six digits are few, so there is a limit per day besides the one per minute. */
    code: ({ accountId, from }: { accountId: number; from: CodeFrom }) =>
      take(
        { limiter: wrongCodes, key: `${accountId} ${from}` },
        { limiter: wrongCodesOfDay, key: `${accountId} ${from}` },
      ),
    resetRequest: (address: string) => take({ limiter: resetRequests, key: rateLimitSubnet(address) }),
    resetMail: (email: string) => take({ limiter: resetMails, key: email.toLowerCase() }),
    clientError: (address: string) => take({ limiter: clientErrors, key: rateLimitSubnet(address) }),
  }
}

async function take(...buckets: Bucket[]): Promise<Attempt> {
  const taken: Bucket[] = []
  let count = 0
  const giveBack = async () => {
    await Promise.all(taken.map(({ limiter, key }) => limiter.reward(key)))
  }
  for (const bucket of buckets) {
    try {
      count = (await bucket.limiter.consume(bucket.key)).consumedPoints
      taken.push(bucket)
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused
      await giveBack()
      throw new TooManyAttempts(refused.msBeforeNext)
    }
  }
  return { count, giveBack }
}

/** An IPv6 customer has a whole /64 to guess from. */
function rateLimitSubnet(address: string): string {
  if (!address.includes(':') || address.startsWith('::ffff:')) return address
  const [head = '', tail = ''] = address.split('::')
  const before = head.split(':').filter(Boolean)
  const after = tail.split(':').filter(Boolean)
  const gap = address.includes('::') ? Math.max(0, 8 - before.length - after.length) : 0
  return [...before, ...Array<string>(gap).fill('0'), ...after].slice(0, 4).join(':')
}
