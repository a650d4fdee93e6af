import { defaultProgramme } from '@trefoil/core/programme/default-programme'
import { expect, test } from 'vitest'
import { expectNoViolation, lookInto } from '../testing/invariants.ts'
import { balancesOf, donate, fundedMember } from '../testing/money.ts'
import { shareTestServer } from '../testing/server.ts'
import { signInStaff } from '../testing/staff.ts'

const server = await shareTestServer()
const db = lookInto(server.settings.databaseUrl)
const { olga, oscar, anna } = await signInStaff(server)
const why = 'Because it is a test'

type Rules = {
  stages: { stage_number: number; donation_requirement: number }[]
  shares_basis_points: { sponsor: number; operations: number; levels: number[] }
}

test.each<[string, RegExp, (rules: Rules) => void]>([
  ['shares above all', /add up to/, (rules) => (rules.shares_basis_points.sponsor = 9000)],
  ['a gap in the stages', /numbered 1 to 10/, (rules) => (rules.stages[3]!.stage_number = 5)],
  ['a stage too few', /must be 10 stages/, (rules) => rules.stages.pop()],
  ['a stage below the one before', /must not be below/, (rules) => (rules.stages[4]!.donation_requirement = 1)],
])('invalid rules are refused with the reason: %s', async (_, reason, spoil) => {
  const rules = structuredClone(defaultProgramme) as unknown as Rules
  spoil(rules)
  for (const [path, body] of [
    ['/api/operator/programme/dry-run', { rules }],
    ['/api/operator/proposals/programme', { rules, active_from: null, why }],
  ] as const) {
    const refused = await olga.post(path, body)
    expect([refused.status, refused.body.message]).toEqual([400, expect.stringMatching(reason)])
  }
})

test('a programme is tried on real history, approved by a second operator, and applies to the next donation', async () => {
  const same = (await anna.post('/api/operator/programme/dry-run', { rules: defaultProgramme })).body.data
  expect(same.donations).toBeGreaterThan(10)
  expect([same.would_be, same.members, same.refused]).toEqual([same.was, [], 0])

  const rules = structuredClone(defaultProgramme) as unknown as Rules
  rules.shares_basis_points.sponsor = 500
  const tried = (await olga.post('/api/operator/programme/dry-run', { rules })).body.data
  expect(tried.would_be.sponsors).toBeLessThan(tried.was.sponsors)
  expect(tried.would_be.donated).toBe(tried.was.donated)
  expect(tried.members[0].difference).toBeLessThan(0)

  const past = { rules, active_from: '2020-01-01T00:00:00Z', why }
  expect((await olga.post('/api/operator/proposals/programme', past)).body.code).toBe('invalid_request')
  const proposed = await olga.post('/api/operator/proposals/programme', { rules, active_from: null, why })
  const path = `/api/operator/proposals/${proposed.body.data.proposal.id}/approve`
  expect((await olga.post(path, { why })).status).toBe(403)
  expect((await oscar.post(path, { why })).status).toBe(200)
  const sponsor = await fundedMember(server, 100)
  await donate(sponsor.visitor, 100)
  const donor = await fundedMember(server, 100, { referral_code: sponsor.referralCode })
  await donate(donor.visitor, 100)
  // 5 % as the sponsor and 3 % for level 1.
  expect((await balancesOf(sponsor.visitor)).balance).toBe(8)
  expect((await olga.get('/api/operator/programme')).body.data).toMatchObject({
    current: 2,
    versions: [{ version: 2, cause_percent: 75, donations: 2 }, { version: 1 }],
  })
  await expectNoViolation(db)
})
