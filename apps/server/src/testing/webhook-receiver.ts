import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export type ReceivedHook = { headers: IncomingHttpHeaders; body: string; at: number }
type Answer = (request: IncomingMessage, response: ServerResponse) => void

const ACCEPT: Answer = (_request, response) => response.writeHead(204).end()

/** Somebody else's program, on this machine. */
export async function openReceiver() {
  const received: ReceivedHook[] = []
  let answer = ACCEPT
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += String(part)))
    request.on('end', () => {
      received.push({ headers: request.headers, body, at: performance.now() })
      answer(request, response)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  onTestFinished(close)
  return {
    received,
    close,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    answer(next: Answer = ACCEPT) {
      answer = next
    },
    answerStatus(status: number, headers: Record<string, string> = {}) {
      answer = (_request, response) => response.writeHead(status, headers).end(`status ${status}`)
    },
  }
}
