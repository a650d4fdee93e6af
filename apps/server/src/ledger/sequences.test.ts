import { expect, test } from 'vitest'
import { expectNoViolation, lookInto } from '../testing/invariants.ts'
import { donate, fundedMember } from '../testing/money.ts'
import { startTestServer } from '../testing/server.ts'
import { signInStaff } from '../testing/staff.ts'

const LAST_OF_32_BITS = 2 ** 31 - 1

test('a system account goes on beyond two billion entries', async () => {
  const server = await startTestServer()
  const db = lookInto(server.settings.databaseUrl)
  const donor = await fundedMember(server, 100)
  await donate(donor.visitor, 50)
  // As if there had been so many before: the first entry follows none.
  await server.database.query(
    `update entry e set sequence = e.sequence + $1 - a.sequence from system_account a
      where e.member_id = a.owner and e.account = a.account`,
    [LAST_OF_32_BITS],
  )
  await server.database.query('update system_account set sequence = $1 where sequence > 0', [LAST_OF_32_BITS])
  expect((await donate(donor.visitor, 50)).status).toBe(200)
  const { rows: last } = await server.database.query(
    `select account, array_agg(sequence::text order by sequence) as sequences from entry
     where account in ('cause', 'chain') and sequence >= $1 group by account order by account`,
    [LAST_OF_32_BITS],
  )
  expect(last).toEqual([
    { account: 'chain', sequences: [String(LAST_OF_32_BITS)] },
    { account: 'cause', sequences: [LAST_OF_32_BITS, LAST_OF_32_BITS + 1].map(String) },
  ])
  const { olga } = await signInStaff(server)
  const { body } = await olga.get('/api/operator/ledger/entries?account=cause&cause=1&limit=1')
  expect(body.data.entries).toMatchObject([{ account: 'cause', cause: 'The cause', sequence: LAST_OF_32_BITS + 1 }])
  // Back to where it was, every invariant holds over what was posted in between.
  await server.database.query(
    `update entry e set sequence = e.sequence - first.sequence + 1
      from (select member_id, account, min(sequence) as sequence from entry where member_id <= 0 group by 1, 2) first
      where e.member_id = first.member_id and e.account = first.account`,
  )
  await server.database.query(
    `update system_account a set sequence = (select max(sequence) from entry where member_id = a.owner and account = a.account)
      where sequence > 0`,
  )
  await expectNoViolation(db)
})
