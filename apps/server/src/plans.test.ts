import { FIGURE_NAMES } from '@trefoil/contract/figures'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { donate, fundedMember, sendMoney, withdraw } from './testing/money.ts'
import { memberReads } from './testing/member-reads.ts'
import { startTestServer } from './testing/server.ts'
import { testSettings } from './testing/settings.ts'
import { publish } from './testing/consent.ts'
import { signInStaff } from './testing/staff.ts'
import { countedStatements, countStatements } from './testing/statements.ts'
import { until } from './testing/until.ts'
import { MEMBERS_POOL } from './db/database.ts'

const ROUNDS = 10
/** Fewer than half of the rounds: more plans than connections then mean that one connection planned twice. */
const MEMBERS_CONNECTIONS = 4

test('nothing that a member reads is planned more than once on a connection', async () => {
  const prepare = (owner: pg.Pool) => countStatements(owner, MEMBERS_POOL.application_name)
  const connections = { ...testSettings({}).connections, members: MEMBERS_CONNECTIONS }
  const server = await startTestServer({ connections }, { prepare, countsDaily: true })
  const { visitor, id, referralCode } = await fundedMember(server, 100)
  const given = await donate(visitor, 20)
  const below = await fundedMember(server, 400, { referral_code: referralCode })
  await donate(below.visitor, 300)
  const sent = await sendMoney(visitor, { amount: 1, recipient_id: below.privateKey })
  const withdrawn = await withdraw(visitor)
  const { rows: journals } = await server.database.query<{ reference: string }>(
    `select reference from journal join entry on journal_id = journal.id where member_id = $1 and reason = 'deposit'`,
    [id],
  )
  const { rows: deposits } = await server.database.query<{ reference: string }>(
    'select reference from deposit where member_id = $1',
    [id],
  )
  const parts = {
    donation: given.body.data.donation_id,
    part: 'cause',
    transfer: sent.body.data.transfer_id,
    withdrawal: withdrawn.body.data.withdrawal_id,
    deposit: deposits[0]!.reference,
    account: 'impact',
    sequence: '1',
    member: below.referralCode,
  }
  const question = { topic: 'other', subject: 'A question', text: 'How?' }
  const { reference: supportCase } = (await visitor.post('/api/support/cases', question)).body.data
  // Last: from then on money waits for agreement.
  await publish(await signInStaff(server), 'terms', 'Be kind.')
  const reads = await memberReads({ journal: journals[0]!.reference, supportCase, document: 'terms', parts })
  expect(reads.filter(({ path }) => path.startsWith('/api/explain/')).length).toBeGreaterThan(FIGURE_NAMES.length)
  const proof = reads.find(({ path }) => path.includes('journal'))
  await until(async () => (await visitor.get(proof!.path)).status === 200)
  // Made at the first start: proofs are read of it.
  await until(async () => {
    const { rows } = await server.database.query(`select from epoch where state = 'anchored'`)
    return rows.length > 0
  })
  expect(reads.length).toBeGreaterThan(20)
  // What was written before may be planned as often as it was done.
  await server.database.query('select pg_stat_statements_reset()')
  for (const { path } of reads) {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { status, body } = await visitor.get(path)
      expect(status, `${path} ${JSON.stringify(body)}`).toBe(200)
      if (path.endsWith('refresh-token')) visitor.token = body.data.accessToken
    }
  }

  const statements = await countedStatements(server.database)
  const hot = statements.filter(({ calls }) => calls >= ROUNDS)
  expect(hot.length).toBeGreaterThan(reads.length)
  // A constant inside of a function has a plan, but is not run by it.
  expect(statements.filter(({ plans, calls }) => calls > 0 && plans > MEMBERS_CONNECTIONS)).toEqual([])
})
