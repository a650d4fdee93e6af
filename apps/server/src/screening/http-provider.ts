import { randomUUID } from 'node:crypto'
import { LEVEL_MAX } from '@trefoil/core/payouts/level-limits'
import { show } from '@trefoil/core/money'
import { printable } from '@trefoil/core/printable'
import type { Answer, Provider, Question } from './provider.ts'
import { signatureOf, signatureProblem } from './signature.ts'

type Options = { url: string; secret: string; timeoutMs: number; chainId: number }

const ANSWER_BYTES_MAX = 16_384
const REASON_MAX = 300

/** Both sides sign: docs/screening.md has the format. */
export const httpProvider = ({ url, secret, timeoutMs, chainId }: Options): Provider => ({
  name: 'http',
  isLocal: false,
  async ask(question) {
    const id = randomUUID()
    const body = JSON.stringify({ id, ...requestOf(question, chainId) })
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'trefoil-signature': signatureOf(secret, { as: 'request', body }, Date.now()),
      },
      body,
      // Whoever is asked is named in the settings, and by nobody else.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const answer = await textOf(response)
    if (response.status !== 200) throw new Error(`it answers ${response.status}`)
    const header = response.headers.get('trefoil-signature')
    const problem = signatureProblem(secret, { as: 'answer', body: answer }, { header, now: Date.now() })
    if (problem !== undefined) throw new Error(problem)
    return readAnswer(answer, id)
  },
})

const requestOf = ({ moment, address, owner, amount }: Question, chainId: number) => ({
  moment,
  chain_id: chainId,
  address,
  member: owner > 0 ? owner : null,
  cause: owner < 0 ? -owner : null,
  amount: amount === null ? null : show(amount).replace('$', ''),
})

/** Read to its end within the time-out, too, and never more than it may be. */
async function textOf(response: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.length
    if (size > ANSWER_BYTES_MAX) throw new Error('the answer is too long')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

/** Named after the request, so that no earlier answer can be given again. */
function readAnswer(text: string, id: string): Answer {
  const said: unknown = JSON.parse(text)
  if (typeof said !== 'object' || said === null) throw new Error('the answer is not an object')
  const { id: named, result, reason = null, level = null } = said as Record<string, unknown>
  if (named !== id) throw new Error('the answer is to another request')
  if (result !== 'clear' && result !== 'hit') throw new Error('the answer has no result')
  if (reason !== null && typeof reason !== 'string') throw new Error('the reason is not a text')
  if (level !== null && !isLevel(level)) throw new Error(`the level is not a whole number up to ${LEVEL_MAX}`)
  return { result, reason: reason === null ? null : printable(reason).slice(0, REASON_MAX), level }
}

const isLevel = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= LEVEL_MAX
