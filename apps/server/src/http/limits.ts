import type { Pool } from 'pg'
import { RateLimiterPostgres } from 'rate-limiter-flexible'
import type { LimitSettings } from '../limit-settings.ts'
import { take, type Attempt, type Bucket } from './attempt.ts'
import { makeGuessGate } from './guess-gate.ts'
import { networksOf, NETWORK_SIZES } from './networks.ts'

const DAY_SECONDS = 24 * 60 * 60
/** So many sites have to guess together before an account has no guesses left for strangers. */
const SITES_TO_LOCK_OUT = 10

/** Wrong codes are counted separately, so that a stranger cannot use up the tries of a known device or a session. */
export type CodeFrom = 'signed in' | 'known device' | 'elsewhere' | 'e-mail'

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
  const per = (name: string, points: number, seconds: number) => {
    const counter = limiter(name, points, seconds)
    return (key: string | number): Bucket => ({ limiter: counter, key: String(key) })
  }
  /** Counts every network that the address is in, larger ones up to higher limits. */
  const perAddress = (name: string, points: number, seconds: number) => {
    const counters = NETWORK_SIZES.map(({ times }) => limiter(name, points * times, seconds))
    return (address: string, what = ''): Bucket[] =>
      networksOf(address).flatMap((network, size) => {
        const counter = counters[size]
        return counter ? { limiter: counter, key: `${what}${network}` } : []
      })
  }
  const perMinute = settings.wrongPasscodesPerMinute
  const perAccount = settings.wrongPasscodesPerAccount
  const share = Math.max(1, Math.floor(perAccount / SITES_TO_LOCK_OUT))
  const wrongFromAddress = perAddress('wrong address', settings.wrongPasscodesPerAddress, 600)
  const wrongForAccountHere = perAddress('wrong account here', perMinute, 60)
  const wrongForAccountHereOfHour = perAddress('wrong account here of hour', share, 3600)
  const wrongForAccount = per('wrong account', perAccount, 3600)
  const wrongFromDevices = per('wrong devices', perMinute, 60)
  const wrongFromDevicesOfHour = per('wrong devices of hour', share, 3600)
  const wrongWhenSignedIn = per('wrong signed in', perMinute, 60)
  const wrongCodes = per('wrong code', perMinute, 60)
  const wrongCodesOfDay = per('wrong code of day', settings.wrongCodesPerDay, DAY_SECONDS)
  const signUps = perAddress('sign-up', settings.signUpsPerHour, 3600)
  const guesses = perAddress('guess', settings.wrongPasscodesPerAddress, 600)
  const linkRequests = perAddress('link request', 20, 600)
  const resetRequests = perAddress('reset request', 20, 600)
  const emailChanges = per('e-mail change', 5, DAY_SECONDS)
  const dataExports = per('data export', 3, DAY_SECONDS)
  const statements = per('statement', 20, DAY_SECONDS)
  const documents = per('document', 240, 3600)
  const payoutAddresses = per('payout address', 20, DAY_SECONDS)
  const supportMessages = per('support message', settings.supportMessagesPerDay, DAY_SECONDS)
  const receipts = perAddress('receipt', 120, 600)
  const clientErrors = perAddress('client error', 20, 600)
  const paymentLookUps = per('payment look-up', 60, 600)
  const supportLookUps = per('support look-up', 60, 600)
  const wrongRecipients = per('wrong recipient', settings.wrongRecipientsPerHour, 3600)

  return {
    /**
     * The devices that the owner has used before share a count of their own, so that strangers cannot use it up.
     * Strangers who did can be got around by mail.
     */
    signIn: (from: { address: string; account: string; isKnownDevice: boolean }): Promise<Attempt> =>
      from.isKnownDevice
        ? take([wrongFromDevices(from.account), wrongFromDevicesOfHour(from.account)])
        : take(
            [
              ...wrongForAccountHere(from.address, `${from.account} `),
              ...wrongForAccountHereOfHour(from.address, `${from.account} `),
              ...wrongFromAddress(from.address),
              wrongForAccount(from.account),
            ],
            'sign in by mail',
          ),
    signUp: (address: string) => take(signUps(address)),
    /** What outsiders could guess: referral codes, registered e-mail addresses, mailed tokens. */
    guess: (address: string) => take(guesses(address)),
    /** The passcode of a signed-in account. */
    confirm: (accountId: number) => take([wrongWhenSignedIn(accountId)]),
    /** Six digits are few, so there is a limit per day besides the one per minute. */
    code: ({ accountId, from }: { accountId: number; from: CodeFrom }) =>
      take([wrongCodes(`${accountId} ${from}`), wrongCodesOfDay(`${accountId} ${from}`)]),
    /** Makes a transfer, which tells whether its recipient exists. */
    recipient: makeGuessGate({
      max: settings.wrongRecipientsPerHour,
      count: (accountId: number) => take([wrongRecipients(accountId)]),
    }),
    linkRequest: (address: string) => take(linkRequests(address)),
    resetRequest: (address: string) => take(resetRequests(address)),
    /** Each may send two mails. */
    emailChange: (accountId: number) => take([emailChanges(accountId)]),
    dataExport: (accountId: number) => take([dataExports(accountId)]),
    /** A long one, made in the background. */
    statement: (accountId: number) => take([statements(accountId)]),
    /** A new one: it may be screened, and operators hear of each hit. */
    payoutAddress: (accountId: number) => take([payoutAddresses(accountId)]),
    /** Receipts and statements: to count a statement's lines is work as well. */
    document: (accountId: number) => take([documents(accountId)]),
    /** Each may mail all operators. */
    supportMessage: (accountId: number) => take([supportMessages(accountId)]),
    /** Asks whether a receipt is genuine. */
    receipt: (address: string) => take(receipts(address)),
    /** Each asks every provider of the chain. A sheet that watches a payment asks again and again. */
    paymentLookUp: (accountId: number) => take([paymentLookUps(accountId)]),
    /** So does this, once for each question of a member. */
    supportLookUp: (accountId: number) => take([supportLookUps(accountId)]),
    clientError: (address: string) => take(clientErrors(address)),
  }
}
