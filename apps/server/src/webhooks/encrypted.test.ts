import { createServer } from 'node:https'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { AUTHORITY, EXPIRED, HOOKS_EXAMPLE_ORG, KEY, OTHER_EXAMPLE_ORG } from '../testing/certificates.ts'
import { post } from './send.ts'

const BODY = '{"type":"webhook.test"}'

/** A receiver on this machine that a name leads to, with this certificate. */
async function openReceiver(cert: string) {
  const received: { host: string | undefined; name: unknown; protocol: string | null; body: string }[] = []
  const server = createServer({ key: KEY, cert }, (request, response) => {
    const socket = request.socket as TLSSocket & { servername: unknown }
    const [name, protocol] = [socket.servername, socket.getProtocol()]
    void text(request).then((body) => {
      received.push({ host: request.headers.host, name, protocol, body })
      return response.writeHead(204).end()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const send = (authority: string | undefined) =>
    post(
      { url: `https://hooks.example.org:${port}/hook`, headers: { 'content-type': 'application/json' }, body: BODY },
      {
        toLoopback: true,
        resolve: async () => ['127.0.0.1'],
        timeoutMs: 10_000,
        ...(authority !== undefined && { authority }),
      },
    )
  return { received, port, send }
}

test('a webhook arrives encrypted, for the name in its address', async () => {
  const { received, port, send } = await openReceiver(HOOKS_EXAMPLE_ORG)
  expect(await send(AUTHORITY)).toMatchObject({ status: 204, problem: null })
  expect(received).toEqual([
    { host: `hooks.example.org:${port}`, name: 'hooks.example.org', protocol: 'TLSv1.3', body: BODY },
  ])
})

test.for([
  ['of another name', OTHER_EXAMPLE_ORG, AUTHORITY, 'does not match certificate'],
  ['that has expired', EXPIRED, AUTHORITY, 'certificate has expired'],
  ['of an authority that nobody knows', HOOKS_EXAMPLE_ORG, undefined, 'unable to verify the first certificate'],
] as const)('a receiver with a certificate %s is told nothing', async ([, certificate, authority, problem]) => {
  const { received, send } = await openReceiver(certificate)
  expect(await send(authority)).toMatchObject({ status: null, problem: expect.stringContaining(problem) })
  expect(received).toEqual([])
})
