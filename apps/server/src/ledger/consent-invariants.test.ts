import { expect, test } from 'vitest'
import { agreeToAll, publish } from '../testing/consent.ts'
import { expectNoViolation, lookInto } from '../testing/invariants.ts'
import { fundedMember } from '../testing/money.ts'
import { shareTestServer } from '../testing/server.ts'
import { signInStaff } from '../testing/staff.ts'
import { violatedIn } from './check.ts'
import { CONSENT_INVARIANTS } from './consent-invariants.ts'
import { verifyInvariants } from './verify.ts'

const server = await shareTestServer()
const db = lookInto(server.settings.databaseUrl)

/** For each invariant, edits that break it, made by the tables' owner. $1 has agreed, $2 has not. */
const LIES: Record<string, { corrupt: string; repair: string }[]> = {
  'everybody has agreed to what their newest agreement says': [
    // Lets somebody's money move without their agreement.
    {
      corrupt: 'update member_balance set agreed_turn = 1 where member_id = $2 and $1 > 0',
      repair: 'update member_balance set agreed_turn = 0 where member_id = $2 and $1 > 0',
    },
    {
      corrupt: 'update member_balance set agreed_turn = agreed_turn + 1 where member_id = $1 and $2 > 0',
      repair: 'update member_balance set agreed_turn = agreed_turn - 1 where member_id = $1 and $2 > 0',
    },
    // Asks somebody again who has agreed.
    {
      corrupt: 'update member_balance set agreed_turn = 0 where member_id = $1 and $2 > 0',
      repair: `update member_balance set agreed_turn = (select max(turn) from agreement where member_id = $1)
        where member_id = $1 and $2 > 0`,
    },
  ],
  'members are asked to agree to what documents and rules say': [
    {
      corrupt: 'update ledger_state set agreement_turn = agreement_turn - 1 where $1::int + $2::int > 0',
      repair: 'update ledger_state set agreement_turn = agreement_turn + 1 where $1::int + $2::int > 0',
    },
    {
      corrupt: 'update ledger_state set waiting_hours = waiting_hours + 1 where $1::int + $2::int > 0',
      repair: 'update ledger_state set waiting_hours = waiting_hours - 1 where $1::int + $2::int > 0',
    },
  ],
}

test('a lie about agreement is found', async () => {
  const [agreed, silent] = [await fundedMember(server, 10), await fundedMember(server, 10)]
  await expectNoViolation(db)
  const staff = await signInStaff(server)
  await publish(staff, 'terms', 'Be kind.')
  await agreeToAll(agreed.visitor)
  await publish(staff, 'risk', 'You may lose all of it.')
  await expectNoViolation(db)
  await agreeToAll(agreed.visitor)
  await expectNoViolation(db)
  expect(Object.keys(LIES)).toEqual(CONSENT_INVARIANTS.map(({ name }) => name))
  for (const [name, lies] of Object.entries(LIES))
    for (const { corrupt, repair } of lies) {
      await server.database.query(corrupt, [agreed.id, silent.id])
      expect(violatedIn(await verifyInvariants(db)), corrupt).toContain(name)
      await server.database.query(repair, [agreed.id, silent.id])
    }
  await expectNoViolation(db)
})
