import { request as requestPlain, type IncomingMessage } from 'node:http'
import { request as requestEncrypted, type RequestOptions } from 'node:https'
import { isIPv6, type LookupFunction } from 'node:net'
import { printable } from '@trefoil/core/printable'
import { checkTarget, type Target, type TargetRules } from './target.ts'

export type Outcome = {
  startedAt: Date
  durationMs: number
  /** Null: there was no answer. */
  status: number | null
  problem: string | null
  /** The first bytes. */
  answer: string | null
}

type Posted = { url: string; headers: Record<string, string>; body: string }
type SendRules = TargetRules & { timeoutMs: number; signal?: AbortSignal }

export const REQUEST_MS = 15_000
const ANSWER_BYTES = 1024
const PROBLEM_LENGTH_MAX = 300

export const notSent = (problem: string): Outcome => ({
  startedAt: new Date(),
  durationMs: 0,
  status: null,
  problem,
  answer: null,
})

/** Never fails: what goes wrong is the outcome. Redirects are answers like any other. */
export async function post(posted: Posted, rules: SendRules): Promise<Outcome> {
  const startedAt = new Date()
  const began = performance.now()
  const limit = AbortSignal.timeout(rules.timeoutMs)
  const signal = rules.signal ? AbortSignal.any([limit, rules.signal]) : limit
  const finish = (found: Pick<Outcome, 'status' | 'problem' | 'answer'>): Outcome => ({
    startedAt,
    durationMs: Math.round(performance.now() - began),
    ...found,
  })
  try {
    const target = await checkTarget(posted.url, rules)
    const answer = await ask(target, posted, { signal, ca: rules.authority })
    return finish({ status: answer.status, problem: null, answer: await answer.firstBytes() })
  } catch (error) {
    const problem = limit.aborted ? `No answer within ${rules.timeoutMs / 1000} seconds` : describe(error)
    return finish({ status: null, problem: problem.slice(0, PROBLEM_LENGTH_MAX), answer: null })
  }
}

type How = { signal: AbortSignal; ca: string | undefined }
type Answer = { status: number | null; firstBytes: () => Promise<string> }

const ask = ({ url, addresses }: Target, { headers, body }: Posted, { signal, ca }: How): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const options: RequestOptions = {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      // A connection of its own: none that was made to an address which was checked some time ago.
      agent: false,
      lookup: only(addresses),
      signal,
      ca,
    }
    const request = (url.protocol === 'https:' ? requestEncrypted : requestPlain)(url, options)
    request.on('response', (response) =>
      resolve({ status: response.statusCode ?? null, firstBytes: () => firstBytes(response) }),
    )
    // To 101 Node gives the connection away instead, and nothing else ever happens to the request.
    request.on('upgrade', ({ statusCode = null }, socket) => {
      socket.destroy()
      resolve({ status: statusCode, firstBytes: async () => '' })
    })
    request.on('error', reject)
    // However it ended: after an answer or an error, this changes nothing.
    request.on('close', () => reject(new Error('The connection was closed without an answer')))
    request.end(body)
  })

/** Whatever is asked, the answer is what was checked. */
const only =
  (addresses: readonly string[]): LookupFunction =>
  (_hostname, { all }, answer) => {
    const known = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }))
    const [first] = known
    if (all) answer(null, known)
    else answer(null, first?.address ?? '', first?.family)
  }

/** The status has said it all: an answer that is endless, or breaks off, changes nothing. */
async function firstBytes(response: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let length = 0
  try {
    for await (const part of response as AsyncIterable<Buffer>) {
      parts.push(part)
      length += part.length
      if (length >= ANSWER_BYTES) break
    }
  } catch {
    // As far as it came.
  }
  response.destroy()
  return printable(Buffer.concat(parts).subarray(0, ANSWER_BYTES).toString())
}

function describe(error: unknown): string {
  const errors = error instanceof AggregateError ? (error.errors as unknown[]) : [error]
  return errors.map((one) => (one instanceof Error ? one.message : String(one))).join('; ')
}
