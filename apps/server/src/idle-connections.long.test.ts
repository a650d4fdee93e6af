import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startBeside, startTestServer } from './testing/server.ts'
import { startTcpProxy, type TcpProxy } from './testing/tcp-proxy.ts'

/** Its timers come round once a minute. */
const isLong = process.env['TREFOIL_LONG'] === '1'
const WATCHED_MS = isLong ? 75_000 : 15_000

test('two idle processes, of which one leads, make no new connection', async () => {
  let proxy: TcpProxy | undefined
  const server = await startTestServer({}, { through: async (url) => (proxy = await startTcpProxy(url)).url })
  await startBeside(server)
  // All workers have begun, and have the connections that they need.
  await sleep(10_000)
  const before = proxy?.connections()
  await sleep(WATCHED_MS)
  expect(proxy?.connections()).toBe(before)
})
