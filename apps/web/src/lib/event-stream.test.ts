import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { followEvents } from './event-stream.ts'

const DELAYS = { silenceMs: 10_000, firstRetryMs: 20, longestRetryMs: 80 }

test('each message is news, a heartbeat is not, and a message may arrive in two halves', async () => {
  const { streams, heard } = await following((reply) => reply.writeHead(200).write(':\n\n'))
  await expect.poll(() => heard.open).toBe(1)
  streams[0]?.write(':\n\n')
  streams[0]?.write('data: {}\n\ndata: {"cha')
  await expect.poll(() => heard.news).toEqual([[]])
  streams[0]?.write('nges":["7","8"]}\n\n')
  await expect.poll(() => heard.news).toEqual([[], ['7', '8']])
})

test('a message that cannot be understood is news of something unknown', async () => {
  const { streams, heard } = await following((reply) => reply.writeHead(200).write(':\n\n'))
  await expect.poll(() => heard.open).toBe(1)
  streams[0]?.write('data: rubbish\n\ndata: {"changes":7}\n\n')
  await expect.poll(() => heard.news).toEqual([[], []])
})

test('a stream that ends is opened again', async () => {
  const { streams, heard } = await following((reply) => reply.writeHead(200).write(':\n\n'))
  await expect.poll(() => heard.open).toBe(1)
  streams[0]?.end()
  await expect.poll(() => heard.open).toBe(2)
  expect(heard.cut).toBe(1)
})

test('a stream that falls silent is given up and opened again', async () => {
  const delays = { ...DELAYS, silenceMs: 300 }
  const { heard } = await following((reply) => reply.writeHead(200).write(':\n\n'), delays)
  await expect.poll(() => heard.open).toBeGreaterThan(1)
})

test('a refused token is reported, and the next attempt brings the new one', async () => {
  const tokens: (string | undefined)[] = []
  const { heard } = await following((reply, token) => {
    tokens.push(token)
    reply.writeHead(tokens.length === 1 ? 401 : 200).write(':\n\n')
    if (tokens.length === 1) reply.end()
  })
  await expect.poll(() => heard.open).toBe(1)
  expect(heard.refused).toBe(1)
  expect(tokens).toEqual(['Bearer token 1', 'Bearer token 2'])
})

test('told to stop, it tries no more', async () => {
  const { heard, stop } = await following((reply) => reply.writeHead(503).end())
  await expect.poll(() => heard.cut).toBeGreaterThan(1)
  await stop()
  const cutThen = heard.cut
  await new Promise((later) => setTimeout(later, 200))
  expect(heard.cut).toBe(cutThen)
})

async function following(answer: (reply: ServerResponse, token: string | undefined) => void, delays = DELAYS) {
  const streams: ServerResponse[] = []
  const server = createServer((request, reply) => {
    streams.push(reply)
    answer(reply, request.headers.authorization)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const heard = { news: [] as (readonly string[])[], open: 0, refused: 0, cut: 0 }
  const leaving = new AbortController()
  const done = followEvents({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    token: () => `token ${heard.refused + 1}`,
    onNews: (changes) => heard.news.push(changes),
    onOpen: () => (heard.open += 1),
    onRefused: () => (heard.refused += 1),
    onCut: () => (heard.cut += 1),
    signal: leaving.signal,
    delays,
  })
  const stop = async () => {
    leaving.abort()
    await done
  }
  onTestFinished(async () => {
    await stop()
    server.closeAllConnections()
    server.close()
  })
  return { streams, heard, stop }
}
