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
  streams[0]?.write('data: {}\n\n')
  for (const { heard } of windows) await expect.poll(() => heard.news).toBe(1)
})

test('a window that comes later learns that there is a stream', async () => {
  const { streams, openWindow } = await newsServer()
  const first = openWindow()
  await expect.poll(() => first.heard.open).toBe(1)
  const second = openWindow()
  await expect.poll(() => second.heard.open).toBe(1)
  expect(first.heard).toEqual({ news: 0, open: 1, cut: 0 })
  expect(streams).toHaveLength(1)
})

test('when the window with the stream goes, another one takes over', async () => {
  const { streams, openWindow } = await newsServer()
  const first = openWindow()
  await expect.poll(() => first.heard.open).toBe(1)
  const second = openWindow()
  await expect.poll(() => second.heard.open).toBe(1)
  await first.close()
  await expect.poll(() => second.heard).toEqual({ news: 0, open: 2, cut: 1 })
  expect(streams).toHaveLength(2)
  streams[1]?.write('data: {}\n\n')
  await expect.poll(() => second.heard.news).toBe(1)
})

async function newsServer() {
  const streams: ServerResponse[] = []
  const server = createServer((_request, reply) => {
    streams.push(reply)
    reply.writeHead(200).write(':\n\n')
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const openWindow = () => {
    const heard = { news: 0, open: 0, cut: 0 }
    const leaving = new AbortController()
    const done = followTogether({
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
      token: () => 'token',
      onNews: () => (heard.news += 1),
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
