import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { signatureOf, signatureProblem } from '../screening/signature.ts'

export const SCREENING_SECRET = 'the secret that screening is signed with'

const NONSENSE = '\u0000<html>'

type Asked = { id: string; moment: string; address: string; member: number | null; amount: string | null }
type Behaviour =
  | 'answers'
  | 'hangs'
  | 'lies in its signature'
  | 'fails'
  | 'talks nonsense'
  | 'repeats itself'
  | 'reflects'

/** A provider on loopback, which can be made to behave badly. */
export type ScreeningServer = {
  url: string
  /** Everything that was asked, and properly signed. */
  asked: Asked[]
  listed: Set<string>
  level: number | undefined
  /** Of a hit. */
  reason: string
  behaviour: Behaviour
  stop(): Promise<void>
}

export async function openScreeningServer(): Promise<ScreeningServer> {
  let first: string | undefined
  const server = createServer((request, response) => {
    void (async () => {
      let body = ''
      for await (const part of request) body += String(part)
      const header = String(request.headers['trefoil-signature'])
      const problem = signatureProblem(SCREENING_SECRET, { as: 'request', body }, { header, now: Date.now() })
      if (problem !== undefined) return send(response, 401, problem)
      const asked = JSON.parse(body) as Asked
      provider.asked.push(asked)
      return reply(response, { asked, body, header })
    })()
  })
  function reply(response: ServerResponse, { asked, body, header }: { asked: Asked; body: string; header: string }) {
    const { id, address } = asked
    const { level, reason } = provider
    const isListed = provider.listed.has(address)
    const answer = JSON.stringify({
      id,
      result: isListed ? 'hit' : 'clear',
      ...(isListed && { reason }),
      ...(level !== undefined && { level }),
    })
    const signed = (secret: string, said: string) => signatureOf(secret, { as: 'answer', body: said }, Date.now())
    first ??= answer
    switch (provider.behaviour) {
      case 'answers':
        return send(response, 200, answer, signed(SCREENING_SECRET, answer))
      case 'lies in its signature':
        return send(response, 200, answer, signed('somebody else', answer))
      case 'fails':
        return send(response, 500, answer, signed(SCREENING_SECRET, answer))
      case 'talks nonsense':
        return send(response, 200, NONSENSE, signed(SCREENING_SECRET, NONSENSE))
      case 'repeats itself':
        return send(response, 200, first, signed(SCREENING_SECRET, first))
      case 'reflects':
        return send(response, 200, body, header)
      case 'hangs':
        return sleep(30_000, undefined, { ref: false })
    }
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const provider: ScreeningServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/screen`,
    asked: [],
    listed: new Set(),
    level: undefined,
    reason: 'Named in a case',
    behaviour: 'answers',
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return provider
}

function send(response: ServerResponse, status: number, body: string, signature?: string): void {
  response.writeHead(status, {
    'content-type': 'application/json',
    ...(signature && { 'trefoil-signature': signature }),
  })
  response.end(body)
}
