import type { BroadcastAdvice } from './chain.ts'
import { RpcRefusal } from './rpc.ts'

/** Nodes word their errors freely. The first match counts. */
const wordings: [outcome: BroadcastAdvice['outcome'], pattern: RegExp][] = [
  ['known', /already known|known transaction|already exists|already in (?:the )?(?:mempool|pool)|already imported/i],
  ['nonce_used', /nonce (?:is )?too low|nonce too old|invalid nonce|oldnonce/i],
  ['underpriced', /underpriced|fee too low|less than block base fee|replacement|gas price too low|tip too low/i],
  ['no_funds', /insufficient funds|doesn't have enough funds|not enough (?:funds|balance)|insufficient balance/i],
]

/** Most informative first: taken, already known, nonce spent; only then why it was not taken. */
const telling: BroadcastAdvice['outcome'][] = [
  'sent',
  'known',
  'nonce_used',
  'silent',
  'no_funds',
  'underpriced',
  'refused',
]

/** One piece of advice from all providers' replies to the same raw transaction. */
export function adviceOf(replies: unknown[]): BroadcastAdvice {
  const advice = replies.map((reply): BroadcastAdvice => {
    if (!(reply instanceof Error)) return { outcome: 'sent', detail: 'taken' }
    // A provider that did not answer may still have taken it.
    if (!(reply instanceof RpcRefusal)) return { outcome: 'silent', detail: reply.message }
    const [outcome] = wordings.find(([, pattern]) => pattern.test(reply.message)) ?? ['refused' as const]
    return { outcome, detail: reply.message }
  })
  const [clearest] = advice.toSorted((a, b) => telling.indexOf(a.outcome) - telling.indexOf(b.outcome))
  return clearest ?? { outcome: 'silent', detail: 'no provider' }
}
