import { openDatabase, openPool } from '../db/database.ts'
import { verifyInvariants } from '../ledger/verify.ts'
import { afterAll, expect, test } from 'vitest'
import { balancesOf, donate, fundedMember } from '../testing/money.ts'
import { shareTestServer } from '../testing/server.ts'

const server = await shareTestServer()
const pool = openPool(server.settings.databaseUrl!, 2)
const db = openDatabase(pool)
afterAll(() => pool.end())

test('a donation is divided', async () => {
  const sponsor = await fundedMember(server, 100)
  expect((await donate(sponsor.visitor, 100)).status).toBe(200)
  const donor = await fundedMember(server, 50, { referral_code: sponsor.referralCode })
  const given = await donate(donor.visitor, 50, 'k1')
  expect(given.status, JSON.stringify(given.body)).toBe(200)
  // 10 % as the sponsor and 3 % as the one above.
  expect((await balancesOf(sponsor.visitor)).balance).toBe(6.5)
  expect((await verifyInvariants(db)).filter(({ violations }) => violations > 0)).toEqual([])
  for (const path of [
    '/api/donations/history',
    '/api/activities/history',
    '/api/activities/stats',
    '/api/transfers/history',
    '/api/stages',
    '/api/health',
  ])
    console.log(JSON.stringify((await sponsor.visitor.get(path)).body))
})
