import { expect, test } from 'vitest'
import { verifyInFull } from './ledger/verify.ts'
import { expectNoViolation, lookInto } from './testing/invariants.ts'
import { balancesOf, donate, fundedMember, sendMoney } from './testing/money.ts'
import { installedBinaries, startOwnPostgres } from './testing/own-postgres.ts'
import { startTestServer } from './testing/server.ts'

/** The embedded server, which all other tests have, is 18. */
const VERSIONS = [15, 16, 17].map((major) => ({ major, binaries: installedBinaries(major) }))

test.for(VERSIONS)('PostgreSQL $major: it migrates, posts and verifies', async ({ major, binaries }, { skip }) => {
  if (!binaries) {
    skip('not installed here')
    return
  }
  const { url: postgresUrl } = await startOwnPostgres(binaries)
  const server = await startTestServer({}, { postgresUrl })
  const { rows } = await server.database.query<{ version: number }>(
    `select current_setting('server_version_num')::int / 10000 as version`,
  )
  expect(rows).toEqual([{ version: major }])
  const giver = await fundedMember(server, 100)
  const receiver = await fundedMember(server, 0, { referral_code: giver.referralCode })
  const sent = await sendMoney(giver.visitor, { amount: 30, recipient_id: receiver.privateKey })
  expect(sent.status, JSON.stringify(sent.body)).toBe(200)
  const given = await donate(receiver.visitor, 20)
  expect(given.status, JSON.stringify(given.body)).toBe(200)
  expect((await balancesOf(receiver.visitor)).deposit_balance).toBe(10)
  expect((await server.visit().get('/api/ready')).status).toBe(200)
  const db = lookInto(server.settings.databaseOwnerUrl)
  await expectNoViolation(db)
  expect((await verifyInFull(db))?.filter(({ violations }) => violations > 0)).toEqual([])
  // Every worker reports in time, so each of their statements is known there.
  await expect
    .poll(async () => (await server.visit().get('/api/health')).body.parts, { timeout: 60_000, interval: 500 })
    .toMatchObject({ database: 'ok', ledger: 'ok', scanner: 'ok', payouts: 'ok', reserves: 'ok', log: 'ok' })
})
