import { randomInt, randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Acknowledged, News, Orders, People } from './load.ts'

/** A separate process: when an answer came must not depend on what the drill itself is doing. */
const TELL_MS = 100
const AGAIN_MS = 250
/** Longer than the server itself tries. */
const TIMEOUT_MS = 30_000
/** After the end, for what is not acknowledged yet. */
const LAST_MS = 40_000

type Order = { path: string; key: string; token: () => string; body: string }

let people: People = { senders: [], recipients: [], donors: [] }
const hours = { isOver: false, lastChance: Infinity }
let open = 0
let news: News = { acknowledged: [], statuses: {}, open }

process.on('message', (orders: Orders) => {
  if ('people' in orders) people = orders.people
  else if ('begin' in orders) void begin(orders.begin)
  else {
    hours.isOver = true
    hours.lastChance = Date.now() + LAST_MS
  }
})

async function begin({ port, connections, pauseMs }: Extract<Orders, { begin: unknown }>['begin']): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const telling = setInterval(tell, TELL_MS)
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (!hours.isOver) {
        await insist(nextOrder(), { agent, port })
        await sleep(pauseMs)
      }
    }),
  )
  clearInterval(telling)
  tell()
  process.disconnect()
}

function tell(): void {
  process.send?.({ ...news, open })
  news = { acknowledged: [], statuses: {}, open }
}

function nextOrder(): Order {
  const key = `drill-${randomUUID()}`
  if (randomInt(4) === 0) {
    const donor = randomInt(people.donors.length)
    return { path: '/api/donations/process', key, token: () => people.donors[donor] ?? '', body: '{"amount":300}' }
  }
  const from = randomInt(people.senders.length)
  // Nobody sends to themselves.
  const to = people.recipients[(from + 1 + randomInt(people.recipients.length - 1)) % people.recipients.length]
  const body = JSON.stringify({ amount: 0.01, recipient_id: to })
  return { path: '/api/transfers/process', key, token: () => people.senders[from] ?? '', body }
}

/** Sends it until it is acknowledged, always under the same key: as a browser does it. */
async function insist(order: Order, place: { agent: Agent; port: number }): Promise<void> {
  open += 1
  const begun = Date.now()
  while (Date.now() < hours.lastChance) {
    const { status, reference } = await send(order, place)
    news.statuses[status] = (news.statuses[status] ?? 0) + 1
    if (reference !== undefined) {
      const at = Date.now()
      news.acknowledged.push({ at, tookMs: at - begun, reference, key: order.key } satisfies Acknowledged)
      open -= 1
      return
    }
    await sleep(AGAIN_MS)
  }
}

function send(
  { path, key, token, body }: Order,
  { agent, port }: { agent: Agent; port: number },
): Promise<{ status: string; reference?: string }> {
  return new Promise((resolve) => {
    const headers = { authorization: `Bearer ${token()}`, 'content-type': 'application/json', 'idempotency-key': key }
    const asked = request(
      { host: '127.0.0.1', port, path, method: 'POST', agent, headers, timeout: TIMEOUT_MS },
      (answer) => {
        const status = String(answer.statusCode)
        text(answer).then(
          (said) => resolve({ status, ...(status === '200' && { reference: referenceIn(said) }) }),
          () => resolve({ status: 'none' }),
        )
      },
    )
    asked.on('timeout', () => asked.destroy(new Error('silent')))
    asked.on('error', () => resolve({ status: 'none' }))
    asked.end(body)
  })
}

function referenceIn(said: string): string {
  const { data } = JSON.parse(said) as { data: { transfer_id?: string; donation_id?: string } }
  const reference = data.transfer_id ?? data.donation_id
  if (reference === undefined) throw new Error(`An answer without a reference: ${said}`)
  return reference
}
