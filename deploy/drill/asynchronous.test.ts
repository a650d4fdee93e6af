import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openPool } from '../../apps/server/src/db/database.ts'
import { startOwnPostgres } from '../../apps/server/src/testing/own-postgres.ts'
import { PROMOTED_AT } from './asynchronous.ts'

test('the promotion is when the standby became a primary, however late somebody asks', async () => {
  const standby = await (await startOwnPostgres()).copy()
  await sleep(1500)
  const before = Date.now()
  await standby.promote()
  const after = Date.now()
  await sleep(1500)
  const pool = openPool(standby.url, 1)
  const { rows } = await pool.query<{ at: string }>(`select (${PROMOTED_AT}) as at`)
  await pool.end()
  const promotedAt = Number(rows[0]?.at)
  expect(promotedAt).toBeGreaterThan(before)
  // The process may begin later than the answer to whoever has promoted it, but not when somebody asks.
  expect(promotedAt).toBeLessThan(after + 1400)
})
