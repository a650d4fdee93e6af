import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Database } from '../db/database.ts'
import type { Keyring } from '../secrets/keyring.ts'
import { describeEvent } from './describe-event.ts'
import { dueEndpoints, giveBack, isAccepted, noteOutcome, takeDeliveries, type Taken } from './queue.ts'
import { notSent, post, REQUEST_MS, type Outcome } from './send.ts'
import { signatureOf } from './sign.ts'
import type { TargetRules } from './target.ts'

/** With the number of endpoints, this bounds what is under way at a time. Each has its own: none waits for another. */
const PER_ENDPOINT_MAX = 4
/** So long what is under way may take when the process stops. */
const FINISH_MS = 3000

export type WebhookContext = {
  db: Database
  keyring: Keyring
  log: Logger
  target: TargetRules
  timeoutMs?: number
}

/** Sends what is due to each endpoint, at most so many at a time. */
export function openWebhooks(context: WebhookContext) {
  const { db, log } = context
  const stopping = new AbortController()
  const ending = new AbortController()
  const underWay = new Map<number, number>()
  const running = new Set<Promise<void>>()
  return {
    /** Starts what is due, and does not wait for it. */
    async look(): Promise<void> {
      for (const endpoint of await dueEndpoints(db)) await fill(endpoint)
    },
    /** Until nothing is under way. */
    async settle(): Promise<void> {
      while (running.size > 0) await Promise.all(running)
    },
    /** In bounded time: what is still not written then is sent again when its lease ends. */
    async stop(): Promise<void> {
      stopping.abort()
      const settled = this.settle()
      const patience = () => Promise.race([settled, sleep(FINISH_MS, undefined, { ref: false })])
      await patience()
      ending.abort()
      await patience()
    },
  }

  async function fill(endpoint: number): Promise<void> {
    const room = PER_ENDPOINT_MAX - (underWay.get(endpoint) ?? 0)
    if (room <= 0 || stopping.signal.aborted) return
    count(endpoint, room)
    const taken = await takeDeliveries(db, endpoint, room).finally(() => count(endpoint, -room))
    for (const delivery of taken) start(delivery)
  }

  function start(taken: Taken): void {
    count(taken.endpoint_id, 1)
    const work = deliver(taken)
      .finally(() => count(taken.endpoint_id, -1))
      // The next one takes its place.
      .then(() => fill(taken.endpoint_id))
      // The lease ends, and it is sent again.
      .catch((error: unknown) => log.error({ err: error, delivery: taken.id }, 'a webhook could not be recorded'))
      .finally(() => running.delete(work))
    running.add(work)
  }

  async function deliver(taken: Taken): Promise<void> {
    const outcome = await attempt(context, taken, ending.signal)
    if (outcome.status === null && ending.signal.aborted) {
      await giveBack(db, taken)
      return
    }
    await noteOutcome(db, taken, outcome)
    if (!isAccepted(outcome))
      log.warn({ delivery: taken.id, status: outcome.status, problem: outcome.problem }, 'a webhook was not accepted')
  }

  function count(endpoint: number, more: number): void {
    underWay.set(endpoint, (underWay.get(endpoint) ?? 0) + more)
  }
}

/** A secret that no key opens, as after a change of keys without it, would not open at another try either. */
function openSecret({ keyring, log }: WebhookContext, taken: Taken, box: Buffer | null): string | undefined {
  if (box === null) return undefined
  try {
    return keyring.open('webhook secret', box)
  } catch (problem) {
    log.warn({ delivery: taken.id, problem }, 'a secret of webhooks cannot be opened')
    return undefined
  }
}

async function attempt(context: WebhookContext, taken: Taken, signal: AbortSignal): Promise<Outcome> {
  const { db, target, timeoutMs = REQUEST_MS } = context
  const described = await describeEvent(db, taken)
  if (!described) return notSent('The journal is missing in the books')
  const { id, body } = described
  const secret = openSecret(context, taken, taken.secret_box)
  if (secret === undefined) return notSent('The secret of this endpoint cannot be opened: make a new one')
  const former = openSecret(context, taken, taken.former_box)
  const timestamp = Math.floor(Date.now() / 1000)
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Trefoil-Webhooks',
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatureOf({ id, timestamp, body }, former === undefined ? [secret] : [secret, former]),
  }
  return post({ url: taken.url, headers, body }, { ...target, timeoutMs, signal })
}
