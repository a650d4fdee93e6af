import { printable } from '@trefoil/core/printable'
import type { Chain } from '../chain/chain.ts'
import { isDatabaseAway } from '../db/away.ts'
import type { Database } from '../db/database.ts'
import { isLeaseLost } from '../db/lease.ts'
import type { ScreeningSettings } from '../screening-settings.ts'
import { openListFile } from './list-file.ts'
import { httpProvider } from './http-provider.ts'
import { oracleProvider } from './oracle.ts'
import type { Answer, Provider, ProviderName, Question } from './provider.ts'
import { readAnswers, recordAnswer } from './record.ts'

/** `unanswered`: nobody knows yet, and nothing may leave. */
export type Verdict =
  | { kind: 'clear' }
  | { kind: 'hit'; provider: ProviderName; reason: string | null }
  | { kind: 'unanswered'; why: string }

/** The one hook, at three moments. Never asked under the ledger's lock. */
export type Screening = { screen: (db: Database, question: Question) => Promise<Verdict> }

/** For workers: what breaks about one leaves that one unanswered, and stops none of the others. */
export async function screenOne(screening: Screening, db: Database, question: Question): Promise<Verdict> {
  try {
    return await screening.screen(db, question)
  } catch (error) {
    if (isDatabaseAway(error) || isLeaseLost(error)) throw error
    return { kind: 'unanswered', why: describe(error) }
  }
}

/** Undefined: nobody is configured, and nothing is asked. */
export async function openScreening(
  { listFile, oracle, http, timeoutMs, ageMs }: ScreeningSettings,
  chain: Pick<Chain, 'id' | 'isSanctioned'>,
): Promise<Screening | undefined> {
  const providers = [
    ...(listFile === undefined ? [] : [await openListFile(listFile)]),
    ...(oracle === undefined ? [] : [oracleProvider(chain, oracle)]),
    ...(http === undefined ? [] : [httpProvider({ ...http, timeoutMs, chainId: chain.id })]),
  ]
  return providers.length === 0 ? undefined : screenWith(providers, ageMs)
}

/** Pauses after a failure, so that a provider that is away is not asked about everybody. */
const PAUSES_MS = [1000, 5000, 15_000, 60_000]
const DETAIL_MAX = 300

export function screenWith(providers: readonly Provider[], ageMs: number): Screening {
  const asked = providers.map(withPauses)
  return {
    async screen(db, question) {
      const known = await readAnswers(db, question, ageMs)
      let missing: string | undefined
      for (const { name, isLocal, ask } of asked) {
        const earlier = known.get(name)
        const answer = earlier && !isLocal ? earlier : await ask(db, question, earlier)
        if ('why' in answer) missing ??= `${NAMES[name]}: ${answer.why}`
        else if (answer.result === 'hit') return { kind: 'hit', provider: name, reason: answer.reason }
      }
      return missing === undefined ? { kind: 'clear' } : { kind: 'unanswered', why: missing }
    },
  }
}

const NAMES = { list: 'the list file', oracle: 'the oracle', http: 'the provider' } satisfies Record<
  ProviderName,
  string
>

type Missing = { why: string }
type Earlier = Pick<Answer, 'result'> | undefined

/** An answer counts once it is recorded: whoever is killed before that asks again. */
function withPauses({ name, isLocal, ask }: Provider) {
  let failures = 0
  let pausedUntil = 0
  let why = ''
  return {
    name,
    isLocal,
    ask: async (db: Database, question: Question, earlier: Earlier): Promise<Answer | Missing> => {
      if (Date.now() < pausedUntil) return { why }
      const askedAt = new Date()
      const failuresBefore = failures
      let answer: Answer
      try {
        answer = await ask(question)
      } catch (error) {
        why = describe(error)
        // Those that were asked at the same time and fail together are one failure.
        if (failures === failuresBefore) {
          pausedUntil = Date.now() + (PAUSES_MS[Math.min(failures, PAUSES_MS.length - 1)] ?? 0)
          failures += 1
        }
        await recordAnswer(db, { ...question, provider: name, result: 'none', detail: why, level: null, askedAt })
        return { why }
      }
      failures = 0
      const { result, reason: detail, level } = answer
      if (earlier?.result !== result)
        await recordAnswer(db, { ...question, provider: name, result, detail, level, askedAt })
      return answer
    },
  }
}

const describe = (error: unknown): string => {
  const { name, message, cause } = error as Error
  const detail = cause instanceof Error ? `${message}: ${cause.message}` : message
  return printable(name === 'TimeoutError' ? 'it does not answer in time' : detail).slice(0, DETAIL_MAX)
}
