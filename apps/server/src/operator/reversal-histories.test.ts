import { expect, test } from 'vitest'
import { donation, donationOrder } from '../donations/donate.ts'
import { expectNoViolation, lookInto } from '../testing/invariants.ts'
import { donate, fundedMember, sendMoney, type Funded } from '../testing/money.ts'
import { randomFrom } from '../testing/random.ts'
import { given, reversalOrder, reversing, sponsorAndDonor } from '../testing/reversals.ts'
import { shareTestServer } from '../testing/server.ts'
import { signInStaff } from '../testing/staff.ts'
import { reversal } from './reverse.ts'

const server = await shareTestServer()
const db = lookInto(server.settings.databaseUrl)
const { propose, agree } = reversing(await signInStaff(server))

const isLong = process.env['TREFOIL_LONG'] === '1'
const STEPS = isLong ? 2000 : 150
const CLIENTS = 8

const count = async (query: string): Promise<number> =>
  (await server.database.query(`select count(*)::int as count from (${query}) found`)).rows[0].count

/** What is kept beside the ledger, and no invariant checks. */
async function expectTeamsToMatch(): Promise<void> {
  // The server brings them forward, too, and whoever comes second leaves it to the other.
  const behind = async () => {
    await server.database.query('select bring_reports_forward(100000)')
    return count('select from report_progress where journal_id < (select max(id) from journal)')
  }
  await expect.poll(behind, { timeout: 90_000 }).toBe(0)
  expect({
    stages: await count(`
      select from member m join member_balance b on b.member_id = m.id,
        unnest(upline, seats) with ordinality up (ancestor, seat, level)
      join team_chunk c on c.ancestor = up.ancestor and c.level = up.level and c.chunk = up.seat / 128
      where substr(c.stages, up.seat % 128 + 1, 1) <> stage_letter(b.stage)`),
    spans: await count(`
      select from team_span s where counts <> (select stage_counts(string_agg(stages, '')) from team_chunk c
        where c.ancestor = s.ancestor and c.level = s.level and c.chunk / 16 = s.span)`),
    active: await count(`
      select from team t where active_referrals <> (select count(*) from member r
        join member_balance b on b.member_id = r.id where r.sponsor = t.member_id and b.stage > 0)`),
    months: await count(`
      select from (select ancestor, sum(donations) as donations, sum(amount) as amount from team_donation_month group by 1) kept
      full join (select ancestor, count(*) as donations, sum(amount) as amount from journal j
        join member m on m.id = j.source_member, unnest(upline) ancestor
        where reason = 'donation' and not exists (select from reversal where reverses = j.id) group by 1) real using (ancestor)
      where coalesce((kept.donations, kept.amount) <> (coalesce(real.donations, 0), coalesce(real.amount, 0)), true)`),
  }).toEqual({ stages: 0, spans: 0, active: 0, months: 0 })
}

test('whatever is donated, sent and reversed at the same time, everything adds up', { timeout: 600_000 }, async () => {
  const members: Funded[] = []
  for (let index = 0; index < 8; index++) {
    const sponsor = members[Math.floor((index - 1) / 2)]
    members.push(await fundedMember(server, 2000, sponsor ? { referral_code: sponsor.referralCode } : {}))
  }
  let left = STEPS
  const answers = { reversed: 0, refused: 0 }
  const client = async (number: number) => {
    const random = randomFrom(7000 + number)
    const somebody = () => members[random.below(members.length)]!
    while (left-- > 0) {
      const [who, other, kind] = [somebody(), somebody(), random.below(10)]
      if (kind < 4) await donate(who.visitor, 10 + random.below(90))
      else if (kind < 5) await sendMoney(who.visitor, { amount: 1 + random.below(20), recipient_id: other.privateKey })
      else if (kind < 6)
        await sendMoney(who.visitor, { amount: 1 + random.below(3), recipient_id: who.privateKey, from: 'available' })
      else {
        const { rows } = await server.database.query(
          `select id::int from journal where reason in ('donation', 'transfer') and source_member = $1
           order by id desc limit 1 offset $2`,
          [who.id, random.below(3)],
        )
        const proposed = rows[0] && (await propose(rows[0].id, random.below(2) === 1))
        const done = proposed?.status === 200 ? (await agree(proposed)).status : proposed?.status
        answers[done === 200 ? 'reversed' : 'refused'] += 1
        expect([200, 409, 422, undefined]).toContain(done)
      }
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number)))
  // How many depends on who comes first.
  expect(answers.reversed).toBeGreaterThan(STEPS / 100)
  expect(answers.refused).toBeGreaterThan(0)
  await expectNoViolation(db)
  await expectTeamsToMatch()
})

test('in one batch, a reversal counts what came before it, and a donation what it left', async () => {
  const { sponsor, donor } = await sponsorAndDonor(server)
  const give = ({ id }: Funded, amount: number) => server.ledger.post(donation, donationOrder(id, { amount }))
  const outcomes = async (...posted: Promise<object>[]) =>
    (await Promise.allSettled(posted)).map((one) => (one.status === 'fulfilled' ? 'done' : String(one.reason)))

  const order = await reversalOrder(db, await given(server, donor, 50))
  for (const one of [donor, sponsor])
    expect(await outcomes(give(one, 60), server.ledger.post(reversal, order))).toEqual([
      'done',
      expect.stringMatching(/Propose it again|only the latest/),
    ])

  const { rows } = await server.database.query(
    `select max(id)::int as id from journal where reason = 'donation' and source_member = $1`,
    [donor.id],
  )
  const latest = await reversalOrder(db, rows[0].id)
  // The donations' rows are written together, before the reversal's.
  expect(await outcomes(give(sponsor, 20), server.ledger.post(reversal, latest), give(donor, 15))).toEqual([
    'done',
    expect.stringContaining('Propose it again'),
    'done',
  ])
  const stranger = await fundedMember(server, 100)
  const { rows: newest } = await server.database.query(
    `select max(id)::int as id from journal where reason = 'donation' and source_member = $1`,
    [donor.id],
  )
  const last = await reversalOrder(db, newest[0].id)
  expect(await outcomes(give(stranger, 20), server.ledger.post(reversal, last), give(donor, 40))).toEqual([
    'done',
    'done',
    'done',
  ])
  await expectNoViolation(db)
  await expectTeamsToMatch()
})
