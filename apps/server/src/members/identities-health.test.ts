import { expect, test } from 'vitest'
import { openTestWallet } from '../testing/wallet.ts'
import { identitiesHealth } from './identities-health.ts'

const LAST = 2 ** 31 - 1

test('health says long before members run out of numbers, and a recovery begins even at the end of them', async () => {
  const { db, owner } = await openTestWallet()
  const next = async () => Number((await owner.query(`select nextval('account_id_seq') as id`)).rows[0].id)
  expect(await identitiesHealth(db)).toMatchObject({ well: true })
  await owner.query(`select setval('account_id_seq', 1200000000)`)
  expect(await identitiesHealth(db)).toEqual({
    well: false,
    sentence: '55 % of the numbers for rows of account are used',
  })
  for (const last of [LAST - 1000, LAST - 1]) {
    await owner.query(`select setval('account_id_seq', ${last}); select begin_recovery('Restored')`)
    expect(await next()).toBeLessThanOrEqual(LAST)
    await owner.query(
      'set session_replication_role = replica; delete from recovery; set session_replication_role = default',
    )
  }
})
