import type { BroadcastAdvice } from './chain.ts'
import { RpcRefusal } from './rpc.ts'

/** Nodes word their refusals freely. The first that matches counts. */
const wordings: [outcome: BroadcastAdvice['outcome'], pattern: RegExp][] = [
  ['known', /already known|known transaction|already exists|already in (?:the )?(?:mempool|pool)|already imported/i],
  ['nonce_used', /nonce (?:is )?too low|nonce too old|invalid nonce|oldnonce/i],
  ['underpriced', /underpriced|fee too low|less than block base fee|replacement|gas price too low|tip too low/i],
  ['no_funds', /insufficient funds|doesn't have enough funds|not enough (?:funds|balance)|insufficient balance/i],
]

/** What comes first tells most: who took it, who had it, whose nonce was spent; only then why others did not. */
const telling: BroadcastAdvice['outcome'][] = [
  'sent',
  'known',
  'nonce_used',
  'silent',
  'no_funds',
  'underpriced',
  'refused',
]

/** One piece of advice from what each provider answered to the same raw transaction. */
export function adviceOf(replies: unknown[]): BroadcastAdvice {
  const advice = replies.map((reply): BroadcastAdvice => {
    if (!(reply instanceof Error)) return { outcome: 'sent', detail: 'taken' }
    // Whoever did not answer may have taken it all the same.
    if (!(reply instanceof RpcRefusal)) return { outcome: 'silent', detail: reply.message }
    const [outcome] = wordings.find(([, pattern]) => pattern.test(reply.message)) ?? ['refused' as const]
    return { outcome, detail: reply.message }
  })
  const [clearest] = advice.toSorted((a, b) => telling.indexOf(a.outcome) - telling.indexOf(b.outcome))
  return clearest ?? { outcome: 'silent', detail: 'no provider' }
}
