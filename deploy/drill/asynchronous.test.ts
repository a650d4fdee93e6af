import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openPool } from '../../apps/server/src/db/database.ts'
import { startOwnPostgres } from '../../apps/server/src/testing/own-postgres.ts'
import { PROMOTED_AT } from './asynchronous.ts'

test('the promotion is when the standby became a primary, however late somebody asks', async () => {
  const standby = await (await startOwnPostgres()).copy()
  await sleep(50)
  const before = Date.now()
  await standby.promote()
  const pool = openPool(standby.url, 1)
  const promotedAt = async () => {
    const { rows } = await pool.query<{ at: string }>(`select (${PROMOTED_AT}) as at`)
    return Number(rows[0]?.at)
  }
  // The process may begin after its promotion was answered.
  await expect.poll(promotedAt, { timeout: 90_000 }).toBeGreaterThan(before)
  const first = await promotedAt()
  await sleep(50)
  expect(await promotedAt()).toBe(first)
  expect(first).toBeLessThan(Date.now() - 50)
  await pool.end()
})
