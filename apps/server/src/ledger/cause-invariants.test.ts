import { expect, test } from 'vitest'
import { expectNoViolation, lookInto } from '../testing/invariants.ts'
import { donate, fundedMember } from '../testing/money.ts'
import { shareTestServer } from '../testing/server.ts'
import { CAUSE_INVARIANTS } from './cause-invariants.ts'
import { violatedIn } from './check.ts'
import { verifyInvariants } from './verify.ts'

const server = await shareTestServer()
const db = lookInto(server.settings.databaseUrl)

/** For each invariant, edits that break it, made by the tables' owner. */
const LIES: Record<string, { corrupt: string; repair: string }[]> = {
  'what each cause was given is what its donations brought, less what was reversed': [
    {
      corrupt: `update system_account set balance = balance + 1 where account = 'cause' and owner = -1`,
      repair: `update system_account set balance = balance - 1 where account = 'cause' and owner = -1`,
    },
  ],
  'the donors of each cause are counted as the donations say': [
    {
      corrupt: 'update cause_donor set donations = donations + 1 where member_id = $1',
      repair: 'update cause_donor set donations = donations - 1 where member_id = $1',
    },
    {
      corrupt: 'update cause_count set donors = donors + 1 where $1 > 0',
      repair: 'update cause_count set donors = donors - 1 where $1 > 0',
    },
  ],
}

test.for(CAUSE_INVARIANTS.map(({ name }) => name))('a lie about "%s" is found', async (name) => {
  const member = await fundedMember(server, 10)
  await donate(member.visitor, 10)
  await server.database.query('select bring_reports_forward(1000000)')
  await expectNoViolation(db)
  expect(LIES[name]?.length).toBeGreaterThan(0)
  for (const { corrupt, repair } of LIES[name] ?? []) {
    const values = corrupt.includes('$1') ? [member.id] : []
    await server.database.query(corrupt, values)
    expect(violatedIn(await verifyInvariants(db))).toContain(name)
    await server.database.query(repair, values)
  }
  await expectNoViolation(db)
})
