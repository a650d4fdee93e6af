import { get, type IncomingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { listDocuments, readDocument } from '@trefoil/contract/consent'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { fundedMember, sendMoney, type Funded } from '../testing/money.ts'
import { shareTestServer } from '../testing/server.ts'
import { compressLarge, mayCompress } from './compress.ts'

const server = await shareTestServer()
const LONG = '/api/activities/history'
const SHORT = '/api/users/details'

const member: Funded = await fundedMember(server, 10)
const other: Funded = await fundedMember(server, 10)
for (let turn = 0; turn < 8; turn += 1) await sendMoney(member.visitor, { amount: 1, recipient_id: other.privateKey })

type Raw = { headers: IncomingHttpHeaders; bytes: Buffer }

const read = (path: string, accepted?: string): Promise<Raw> =>
  new Promise((answered, failed) => {
    const headers = {
      authorization: `Bearer ${member.visitor.token}`,
      ...(accepted !== undefined && { 'accept-encoding': accepted }),
    }
    get(new URL(path, server.url), { headers }, (response) => {
      buffer(response).then((bytes) => answered({ headers: response.headers, bytes }), failed)
    }).on('error', failed)
  })

test.each([
  ['br', 'gzip, deflate, br, zstd', brotliDecompressSync],
  ['gzip', 'gzip, deflate', gunzipSync],
  ['gzip', 'br;q=0, gzip;q=0.5', gunzipSync],
] as const)('a long reply is sent as %s to who accepts %s', async (encoding, accepted, open) => {
  const plain = await read(LONG)
  expect(plain.bytes.length).toBeGreaterThan(1024)
  const { headers, bytes } = await read(LONG, accepted)
  expect(headers).toMatchObject({
    'content-encoding': encoding,
    'content-length': String(bytes.length),
    'content-type': plain.headers['content-type'],
    vary: 'accept-encoding',
  })
  expect(bytes.length).toBeLessThan(plain.bytes.length / 2)
  expect(open(bytes)).toEqual(plain.bytes)
})

test.each([undefined, '', 'identity', 'deflate', 'br;q=0, gzip;q=0.0', 'abracadabra'])(
  'who accepts %s gets it as it is',
  async (accepted) => {
    const { headers, bytes } = await read(LONG, accepted)
    expect(headers).toMatchObject({ 'content-length': String(bytes.length), vary: 'accept-encoding' })
    expect(headers).not.toHaveProperty('content-encoding')
    expect(JSON.parse(bytes.toString())).toMatchObject({ success: true })
  },
)

test('a short reply is not compressed', async () => {
  const { headers, bytes } = await read(SHORT, 'br, gzip')
  expect(bytes.length).toBeLessThan(1024)
  expect(headers).not.toHaveProperty('content-encoding')
  expect(JSON.parse(bytes.toString())).toMatchObject({ success: true })
})

test('a reply is measured in octets, as it is sent', async () => {
  const app = fastify().get('/', { onSend: compressLarge }, async ({ query }) => (query as { text: string }).text)
  const send = (text: string) => app.inject({ url: '/', query: { text }, headers: { 'accept-encoding': 'gzip' } })
  expect((await send('a'.repeat(1023))).headers).not.toHaveProperty('content-encoding')
  const arabic = 'ب'.repeat(512)
  expect(gunzipSync((await send(arabic)).rawPayload).toString()).toBe(arabic)
})

test('public documents are compressed: they are the same for everybody', () => {
  expect(mayCompress(listDocuments)).toBe(true)
  expect(mayCompress(readDocument)).toBe(true)
})

test('what is changed, or read without a token, is never compressed', () => {
  expect(mayCompress({ method: 'GET', access: 'member' })).toBe(true)
  expect(mayCompress({ method: 'GET', access: 'console' })).toBe(true)
  for (const method of ['POST', 'PUT', 'DELETE'] as const)
    for (const access of ['member', 'signed-in', 'operator', 'public'] as const)
      expect(mayCompress({ method, access })).toBe(false)
  expect(mayCompress({ method: 'GET', access: 'public' })).toBe(false)
  expect(mayCompress({ method: 'GET', access: 'optional' })).toBe(false)
})
