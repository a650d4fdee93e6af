import { Agent, get } from 'node:http'
import { Session, type HeapProfiler } from 'node:inspector/promises'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { fundedMember } from '../testing/money.ts'
import { shareTestServer } from '../testing/server.ts'

const server = await shareTestServer()

const REQUESTS = 4000
const AT_ONCE = 8

/**
 * Of what Fastify and Node make for each request, bytes, once memory was swept many times in between. `all`: with what the
 * first sweep after the answer took.
 */
async function madeFor(ask: () => Promise<void>, all: boolean): Promise<number> {
  const session = new Session()
  session.connect()
  onTestFinished(() => session.disconnect())
  await session.post('HeapProfiler.startSampling', {
    samplingInterval: 4096,
    includeObjectsCollectedByMajorGC: true,
    includeObjectsCollectedByMinorGC: all,
  })
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let asked = 0; asked < REQUESTS / AT_ONCE; asked += 1) await ask()
    }),
  )
  const { profile } = await session.post('HeapProfiler.stopSampling')
  return bytesIn(profile.head) / REQUESTS
}

const bytesIn = ({ callFrame: { url }, selfSize, children }: HeapProfiler.SamplingHeapProfileNode): number =>
  children.reduce(
    (sum, child) => sum + bytesIn(child),
    /\/fastify\/|node:_http_(server|outgoing)/.test(url) ? selfSize : 0,
  )

test('what was made for a request is let go once it is answered', async () => {
  const { visitor } = await fundedMember(server, 10)
  const agent = new Agent({ keepAlive: true })
  onTestFinished(() => agent.destroy())
  const ask = () =>
    new Promise<void>((resolve, reject) => {
      const headers = { authorization: `Bearer ${visitor.token}` }
      get(`${server.url}/api/users/details`, { agent, headers }, (answer) => {
        text(answer).then((body) => (answer.statusCode === 200 ? resolve() : reject(new Error(body))), reject)
      }).on('error', reject)
    })
  const made = await madeFor(ask, true)
  expect(made).toBeGreaterThan(500)
  expect(await madeFor(ask, false)).toBeLessThan(made / 3)
})
