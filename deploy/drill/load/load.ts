import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Population } from '../../../bench/money/population.ts'
import { WEB_PORT } from '../cluster/kit.ts'

const GENERATOR = new URL('generate.ts', import.meta.url).pathname
const CONNECTIONS = 24
/** Of a connection between two requests: the load leaves room for what is drilled on a small machine. */
const PAUSE_MS = 60
/** Tokens last for ten minutes. */
const NEW_TOKENS_MS = 4 * 60_000

/** `tookMs`: since it was first sent. */
export type Acknowledged = { at: number; tookMs: number; reference: string; key: string }

/** What the parent sends to the generator. */
export type Orders =
  | { begin: { port: number; connections: number; pauseMs: number } }
  | { people: People }
  | { end: true }
export type People = { senders: string[]; recipients: string[]; donors: string[] }
/** What the generator tells, a few times a second. Statuses are numbers, or `none` where no answer came. */
export type News = { acknowledged: Acknowledged[]; statuses: Record<string, number>; open: number }

export type Load = {
  acknowledged: Acknowledged[]
  /** Answers by status, since the beginning. */
  statuses: () => Record<string, number>
  /** Until requests were acknowledged for so long without a gap of a second. */
  untilSteady: (withinMs: number) => Promise<void>
  /** No new requests; those that were not acknowledged go on until they are, or the time is up. How many are left. */
  end: () => Promise<number>
}

/** Members who transfer and donate through the proxy, each order under a key of its own until it is acknowledged. */
export function startLoad(population: Population): Load {
  const child = fork(GENERATOR, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const acknowledged: Acknowledged[] = []
  const statuses: Record<string, number> = {}
  let open = 0
  child.on('message', (news: News) => {
    acknowledged.push(...news.acknowledged)
    for (const [status, count] of Object.entries(news.statuses)) statuses[status] = (statuses[status] ?? 0) + count
    open = news.open
  })
  const tell = (orders: Orders) => void child.send(orders)
  const sendPeople = () =>
    tell({ people: { senders: population.tokens(), recipients: population.keys, donors: population.leafTokens() } })
  sendPeople()
  const timer = setInterval(sendPeople, NEW_TOKENS_MS)
  tell({ begin: { port: WEB_PORT, connections: CONNECTIONS, pauseMs: PAUSE_MS } })
  return {
    acknowledged,
    statuses: () => ({ ...statuses }),
    untilSteady: (withinMs) => untilSteady(acknowledged, withinMs),
    end: async () => {
      clearInterval(timer)
      await endChild(child, tell)
      return open
    },
  }
}

const STEADY_MS = 3000
const GAP_MS = 1000

async function untilSteady(acknowledged: readonly Acknowledged[], withinMs: number): Promise<void> {
  const deadline = Date.now() + withinMs
  // What was before does not count.
  await sleep(STEADY_MS)
  while (Date.now() < deadline) {
    const since = Date.now() - STEADY_MS
    const recent = acknowledged.slice(-2000).flatMap(({ at }) => (at >= since ? [at] : []))
    if (longestGap(recent, { from: since, to: Date.now() }) < GAP_MS) return
    await sleep(200)
  }
  throw new Error(`Requests were not acknowledged steadily within ${Math.round(withinMs / 1000)} s`)
}

/** Between two acknowledged answers, or one of them and an end of the time. */
export function longestGap(times: readonly number[], { from, to }: { from: number; to: number }): number {
  let [longest, last] = [0, from]
  for (const at of [...times.toSorted((a, b) => a - b), to]) {
    longest = Math.max(longest, at - last)
    last = Math.max(last, at)
  }
  return longest
}

async function endChild(child: ChildProcess, tell: (orders: Orders) => void): Promise<void> {
  const ended = once(child, 'exit')
  tell({ end: true })
  await ended
}
