import { expect, test } from 'vitest'
import { readThrough } from './testing/replica-load.ts'
import { startTestServer } from './testing/server.ts'
import { startPair } from './testing/standby.ts'

const PAIRS = 10_000

test('10,000 changes are in what their authors read next, and most lists come from a replica that lags', async () => {
  const pair = await startPair()
  const server = await startTestServer({}, { postgresUrl: pair.url, replica: pair.replica.urlOf })
  const found = await readThrough({ server, pair, pairs: PAIRS })
  process.stdout.write(`${JSON.stringify(found)}\n`)
  expect([found.pairs, found.stale]).toEqual([PAIRS, 0])
  expect(found.reads.replica).toBeGreaterThan(found.reads.primary)
})
