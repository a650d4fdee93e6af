import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { followTogether } from './shared-stream.ts'

const DELAYS = { silenceMs: 5000, firstRetryMs: 20, longestRetryMs: 80 }

test('windows share one stream, and all of them hear the news', async () => {
  const { streams, openWindow } = await newsServer()
  const windows = [openWindow(), openWindow(), openWindow()]
  for (const { heard } of windows) await expect.poll(() => heard.open).toBe(1)
  expect(streams).toHaveLength(1)
  streams[0]?.write('data: {"changes":["7"]}\n\n')
  for (const { heard } of windows) await expect.poll(() => heard.news).toEqual([['7']])
})

test('a window that comes later learns that there is a stream', async () => {
  const { streams, openWindow } = await newsServer()
  const first = openWindow()
  await expect.poll(() => first.heard.open).toBe(1)
  const second = openWindow()
  await expect.poll(() => second.heard.open).toBe(1)
  expect(first.heard).toEqual({ news: [], open: 1, cut: 0 })
  expect(streams).toHaveLength(1)
})

test('a window that comes while the stream is cut learns that too', async () => {
  const { openWindow } = await newsServer((reply) => void reply.writeHead(503).end())
  const first = openWindow()
  await expect.poll(() => first.heard.cut).toBeGreaterThan(0)
  const second = openWindow()
  await expect.poll(() => second.heard.cut).toBeGreaterThan(0)
})

test('when the window with the stream goes, another one takes over', async () => {
  const { streams, openWindow } = await newsServer()
  const first = openWindow()
  await expect.poll(() => first.heard.open).toBe(1)
  const second = openWindow()
  await expect.poll(() => second.heard.open).toBe(1)
  await first.close()
  await expect.poll(() => second.heard).toEqual({ news: [], open: 2, cut: 1 })
  expect(streams).toHaveLength(2)
  streams[1]?.write('data: {}\n\n')
  await expect.poll(() => second.heard.news).toHaveLength(1)
})

async function newsServer(answer = (reply: ServerResponse) => void reply.writeHead(200).write(':\n\n')) {
  const streams: ServerResponse[] = []
  const server = createServer((_request, reply) => {
    streams.push(reply)
    answer(reply)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const openWindow = () => {
    const heard = { news: [] as (readonly string[])[], open: 0, cut: 0 }
    const leaving = new AbortController()
    const done = followTogether({
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
      token: () => 'token',
      onNews: (changes) => heard.news.push(changes),
      onOpen: () => (heard.open += 1),
      onCut: () => (heard.cut += 1),
      onRefused: () => {},
      signal: leaving.signal,
      delays: DELAYS,
    })
    const close = async () => {
      leaving.abort()
      await done
    }
    onTestFinished(close)
    return { heard, close }
  }
  return { streams, openWindow }
}
