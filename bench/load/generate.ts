import { randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import type { Load, LoadResult, Posts, Reads } from './load.ts'

/**
 * Sends requests over keep-alive connections, one at a time on each, and times every reply. A separate process on bare
 * sockets, because it shares the cores with what it measures.
 */
const load = JSON.parse(readFileSync(0, 'utf8')) as Load
const run = randomInt(2 ** 47).toString(36)
const latencies: number[] = []
const statuses: Record<string, number> = {}
let sent = 0
const begun = performance.now()
const measured = begun + load.warmUpMs
const end = measured + load.runMs

await Promise.all(Array.from({ length: load.connections }, keepAsking))
const sorted = Float64Array.from(latencies).toSorted()
const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
const result: LoadResult = {
  perSecond: latencies.length / (load.runMs / 1000),
  p50Ms: at(0.5),
  p99Ms: at(0.99),
  maxMs: at(1),
  statuses,
}
process.stdout.write(JSON.stringify(result))

function keepAsking(): Promise<void> {
  return new Promise((finished, failed) => {
    const socket = connect({ host: '127.0.0.1', port: load.port, noDelay: true })
    socket.setEncoding('latin1')
    let answer = ''
    let asked = 0
    socket.on('connect', () => {
      asked = ask(socket)
    })
    socket.on('data', (chunk: string) => {
      answer += chunk
      const length = answerLength(answer)
      if (answer.length < length) return
      const now = performance.now()
      const status = answer.slice(9, 12)
      answer = answer.slice(length)
      if (asked >= measured && now <= end) {
        latencies.push(now - asked)
        statuses[status] = (statuses[status] ?? 0) + 1
      }
      if (now < end) {
        asked = ask(socket)
      } else {
        socket.end()
        finished()
      }
    })
    socket.on('error', failed)
  })
}

function ask(socket: Socket): number {
  sent += 1
  socket.write('get' in load ? reading(load) : posting(load))
  return performance.now()
}

function reading({ get, readers }: Reads): string {
  const reader = readers[sent % readers.length]
  const authorization = reader === undefined ? '' : `authorization: Bearer ${reader}\r\n`
  return `GET ${get} HTTP/1.1\r\nhost: 127.0.0.1\r\n${authorization}\r\n`
}

function posting({ path, amount, cause, senders, recipients }: Posts): string {
  const from = randomInt(senders.length)
  // Nobody sends to themselves.
  const step = recipients.length > 1 ? 1 + randomInt(recipients.length - 1) : 0
  const recipient = recipients[(from + step) % recipients.length]
  const body = JSON.stringify(
    path === '/api/donations/process' ? { amount, cause_id: cause } : { amount, recipient_id: recipient },
  )
  return (
    `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n` +
    `authorization: Bearer ${senders[from]}\r\nidempotency-key: ${run}-${sent}-0123456789abcdef\r\n` +
    `content-length: ${body.length}\r\n\r\n${body}`
  )
}

function answerLength(answer: string): number {
  const head = answer.indexOf('\r\n\r\n')
  if (head === -1) return Infinity
  const length = /content-length: (\d+)/i.exec(answer.slice(0, head))?.[1]
  if (length === undefined) throw new Error(`An answer without a length:\n${answer}`)
  return head + 4 + Number(length)
}
