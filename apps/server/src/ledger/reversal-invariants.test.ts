import { CompiledQuery } from 'kysely'
import { expect, test } from 'vitest'
import { expectNoViolation, lookInto } from '../testing/invariants.ts'
import { given, reversing, sponsorAndDonor } from '../testing/reversals.ts'
import { shareTestServer } from '../testing/server.ts'
import { signInStaff } from '../testing/staff.ts'
import { END } from './check.ts'
import { REVERSAL_INVARIANTS } from './reversal-invariants.ts'

const server = await shareTestServer()
const db = lookInto(server.settings.databaseOwnerUrl)
const { propose, agree } = reversing(await signInStaff(server))

const OF_A_REVERSAL = 'where reverses = $1'
const OF_ITS_JOURNALS = `where journal_id between (select first_journal from reversal ${OF_A_REVERSAL})
  and (select last_journal from reversal ${OF_A_REVERSAL})`

/** For each invariant, edits that break it, made by the tables' owner. */
const CORRUPTIONS: Record<string, string[]> = {
  'every reversal takes back one journal as a whole, as two persons agreed': [
    `delete from reversal ${OF_A_REVERSAL}`,
    `update reversal set reverses = reverses - 1 ${OF_A_REVERSAL}`,
    `update reversal set last_journal = first_journal ${OF_A_REVERSAL}`,
    `update reversal set proposal_id = (select min(id) from proposal where kind <> 'reversal') ${OF_A_REVERSAL}`,
    `update journal set reason = 'adjustment' where id = $1`,
    `update entry set share = 'level_9' ${OF_ITS_JOURNALS} and share = 'cause'`,
    `update entry set account = 'dust', member_id = 0 ${OF_ITS_JOURNALS} and account = 'cause'`,
    `update entry set member_id = -2 ${OF_ITS_JOURNALS} and account = 'cause'`,
  ],
  'every agreed reversal was carried out, and only a reversed assignment can be assigned again': [
    `delete from reversal ${OF_A_REVERSAL}`,
    `insert into proposal (kind, state, details, summary, why, proposed_by, decided_by, decided_at, reversed_by)
     select 'assignment', 'done', '{"unmatched": 1}', 'x', 'x', proposed_by, decided_by, now(), id from proposal
     where details ->> 'journal' = $1::text`,
  ],
  'after a reversal, a window counts the shares since it opened that were not taken back': [
    `update member_balance set stage_balance = stage_balance + 1
     where member_id = (select member_id from reversal ${OF_A_REVERSAL})`,
  ],
  'every reversal restored what its original had taken from the deposits that can be returned': [
    `update reversal set restored = restored - 1 ${OF_A_REVERSAL}`,
  ],
}

test('every invariant of reversals detects its violation', async () => {
  const { donor } = await sponsorAndDonor(server)
  const journal = await given(server, donor, 50)
  expect((await agree(await propose(journal))).status).toBe(200)
  await server.database.query(
    `insert into proposal (kind, details, summary, why, proposed_by) select 'signer', '{}', 'x', 'x', min(id) from account`,
  )
  await expectNoViolation(db)
  for (const { name, inJournals, elsewhere } of REVERSAL_INVARIANTS)
    for (const corruption of CORRUPTIONS[name] ?? []) {
      const tx = await db.startTransaction().execute()
      await tx.executeQuery(CompiledQuery.raw(corruption, [journal]))
      const { rows } = await tx.executeQuery(
        CompiledQuery.raw(`select $1::bigint, $2::int, $3::bigint, v.* from (${inJournals ?? elsewhere}) v`, [
          0,
          0,
          END,
        ]),
      )
      await tx.rollback().execute()
      expect(rows.length, corruption).toBeGreaterThan(0)
    }
  expect(Object.keys(CORRUPTIONS)).toEqual(REVERSAL_INVARIANTS.map(({ name }) => name))
})
