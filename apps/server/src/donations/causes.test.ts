import { expect, test } from 'vitest'
import { asApplication } from '../db/database.ts'
import { openLedger } from '../ledger/batch.ts'
import { aheadScene, holdLedger } from '../testing/ahead-scene.ts'
import { giveThrough, placedDonation } from '../testing/orders.ts'
import { causeBalance, closeCause, openCause } from '../testing/causes.ts'
import { expectNoViolation, lookInto } from '../testing/invariants.ts'
import { donateAs, fundedMember, type Funded } from '../testing/money.ts'
import type { ShownDivision } from './describe-division.ts'
import { shareTestServer } from '../testing/server.ts'

const server = await shareTestServer()
const db = lookInto(server.settings.databaseUrl)

const give = ({ visitor }: Funded, body: object, key?: string) => donateAs(visitor, body, key)

test('a donation goes to the cause that it names, or to the default', async () => {
  const water = await openCause(server)
  const donor = await fundedMember(server, 100)
  const before = await causeBalance(server, 1)
  const named = await give(donor, { amount: 20, cause_id: water.slug })
  expect(named).toMatchObject({ status: 200, body: { data: { cause: { slug: water.slug, name: 'Clean water' } } } })
  const given = await causeBalance(server, water.id)
  expect(given).toBeGreaterThanOrEqual(14)
  expect(await causeBalance(server, 1)).toBe(before)

  expect((await give(donor, { amount: 15 })).status).toBe(200)
  expect(await causeBalance(server, water.id)).toBe(given)
  expect(await causeBalance(server, 1)).toBeGreaterThanOrEqual(before + 10.5)
  const { rows } = await server.database.query(
    'select cause_id from donation where member_id = $1 order by journal_id',
    [donor.id],
  )
  expect(rows).toEqual([{ cause_id: water.id }, { cause_id: 1 }])
  const { body: history } = await donor.visitor.get('/api/donations/history')
  expect(history.data.donations).toMatchObject([
    { amount: 15, cause: { slug: 'the-cause', name: 'The cause' } },
    { amount: 20, cause: { slug: water.slug, name: 'Clean water' } },
  ])
  const { body: activities } = await donor.visitor.get('/api/activities/history')
  expect(activities.data.activities).toEqual(
    expect.arrayContaining([expect.objectContaining({ description: 'Donation of $20.00000 to Clean water' })]),
  )
  await expectNoViolation(db)
})

test('a cause that is unknown, a draft or closed is refused, and nothing moves', async () => {
  const donor = await fundedMember(server, 100)
  const closed = await openCause(server, 'School meals')
  await closeCause(server, closed)
  const draft = { slug: 'not-yet' }
  await server.database.query(`insert into cause (slug, name) values ($1, 'Not yet')`, [draft.slug])
  for (const [cause_id, status, code] of [
    ['no-such-cause', 422, 'unknown_cause'],
    ['', 422, 'unknown_cause'],
    ["' or true --", 422, 'unknown_cause'],
    [draft.slug, 422, 'unknown_cause'],
    [closed.slug, 409, 'wrong_state'],
    ['x'.repeat(61), 400, 'invalid_request'],
    [1, 400, 'invalid_request'],
    [null, 400, 'invalid_request'],
  ] as const)
    expect(await give(donor, { amount: 10, cause_id }), String(cause_id)).toMatchObject({ status, body: { code } })
  const { body } = await give(donor, { amount: 10, cause_id: closed.slug })
  expect(body.error).toBe('School meals is closed: it takes no more donations. Please choose another cause')
  expect((await donor.visitor.get('/api/users/profile')).body.data.balances.deposit_balance).toBe(100)
})

test('a repeated key answers as before, and another cause is another request', async () => {
  const [water, meals] = [await openCause(server), await openCause(server, 'School meals')]
  const donor = await fundedMember(server, 100)
  const first = await give(donor, { amount: 10, cause_id: water.slug }, 'the-same')
  expect(first.status).toBe(200)
  // Also after it has closed.
  await closeCause(server, water)
  const again = await give(donor, { amount: 10, cause_id: water.slug }, 'the-same')
  expect(again.body).toEqual(first.body)
  for (const body of [{ amount: 10, cause_id: meals.slug }, { amount: 10 }])
    expect(await give(donor, body, 'the-same')).toMatchObject({ status: 409, body: { code: 'idempotency_conflict' } })
})

test('closing a cause between deciding and writing is honoured', async () => {
  const water = await openCause(server)
  const { post, members } = await aheadScene(server, ['ann'])
  const held = await holdLedger(server)
  const batch = await post(placedDonation({ from: members.ann, dollars: 10, cause: water.slug }))
  expect(batch.outcomes).toMatchObject([{ reply: { success: true } }])
  await held.isAwaitedBy(1)
  // It takes the ledger's lock, too: whoever comes first has it first.
  await held.release()
  await batch.sent
  expect(await causeBalance(server, water.id)).toBeGreaterThanOrEqual(7)

  const late = await post(placedDonation({ from: members.ann, dollars: 15, cause: water.slug }))
  await late.sent
  await closeCause(server, water)
  const given = await causeBalance(server, water.id)
  const tooLate = await post(placedDonation({ from: members.ann, dollars: 15, cause: water.slug }))
  await expect(tooLate.sent).rejects.toMatchObject({ code: 'TF001' })
  expect(await causeBalance(server, water.id)).toBe(given)

  // Decided anew, it is refused.
  await expect(giveThrough(server.ledger, { from: members.ann, dollars: 15, cause: water.slug })).rejects.toMatchObject(
    {
      code: 'wrong_state',
    },
  )
  await expectNoViolation(db)
})

test('the poster refuses what was on its way when the cause closed, and knows one that has just opened', async () => {
  const water = await openCause(server)
  const [ann, ben] = [await fundedMember(server, 100), await fundedMember(server, 100)]
  const ledger = openLedger(asApplication(server.settings.databaseUrl!), { pace: { othersMs: 0 } })
  await giveThrough(ledger, { from: ann, dollars: 10, cause: water.slug })
  await giveThrough(ledger, { from: ben, dollars: 10, cause: water.slug })
  const held = await holdLedger(server)
  const closing = closeCause(server, water)
  await held.isAwaitedBy(1)
  const refused = giveThrough(ledger, { from: ann, dollars: 15, cause: water.slug })
  refused.catch(() => {})
  await held.isAwaitedBy(2)
  await held.release()
  await closing
  await expect(refused).rejects.toMatchObject({ code: 'wrong_state' })
  const meals = await openCause(server, 'School meals')
  expect(await giveThrough(ledger, { from: ann, dollars: 15, cause: meals.slug })).toMatchObject({ success: true })
  expect(await causeBalance(server, meals.id)).toBeGreaterThanOrEqual(10.5)
  await ledger.stop()
  await expectNoViolation(db)
})

test('the default cause stays open, and only an open one becomes the default', async () => {
  await expect(closeCause(server, { id: 1, slug: 'the-cause', name: 'The cause' })).rejects.toMatchObject({
    constraint: 'default_cause_stays_open',
  })
  const water = await openCause(server)
  const programmeWith = (cause: number) =>
    server.database.query(
      `insert into programme (version, rules, active_from)
       select version + 1, rules || jsonb_build_object('default_cause', $1::int), now() + interval '1 day'
       from programme order by version desc limit 1`,
      [cause],
    )
  await expect(programmeWith(water.id + 1000)).rejects.toMatchObject({ constraint: 'default_cause_is_open' })
  // From the moment that it is decided, not only once it is in force.
  await programmeWith(water.id)
  await expect(closeCause(server, water)).rejects.toMatchObject({ constraint: 'default_cause_stays_open' })
})

test('the reply says what became of each share, names the own sponsor only, and tells nobody’s threshold', async () => {
  const called = ({ id }: Funded, name: string) =>
    server.database.query('update account set name = $2 where id = $1', [id, name])
  const top = await fundedMember(server, 10)
  await called(top, 'Tessa Top')
  await donateAs(top.visitor, { amount: 10 })
  const sponsor = await fundedMember(server, 10, { referral_code: top.referralCode })
  await called(sponsor, 'Sam Sponsor')
  await donateAs(sponsor.visitor, { amount: 10 })
  const donor = await fundedMember(server, 200, { referral_code: sponsor.referralCode })
  const { body } = await give(donor, { amount: 200 }, 'divided')
  const division: ShownDivision = body.data.division
  expect(division.reduce((sum, { amount }) => sum + amount, 0)).toBeCloseTo(200, 5)
  const of = (to: string) => division.find((row) => row.to === to)
  expect(of('sponsor')).toEqual({
    to: 'sponsor',
    name: 'Sam Sponsor',
    share: 10,
    due: 20,
    amount: 10,
    why: 'Could not be paid in full: the rest went on to the cause',
    why_code: 'paid_in_part',
  })
  expect(of('level 1')).toEqual({
    to: 'level 1',
    name: null,
    share: 3,
    due: 6,
    amount: 0,
    why: 'Could not be paid: it went on to the cause',
    why_code: 'not_paid',
  })
  // Stage too low, or a threshold: it reads the same.
  expect(of('level 2')).toMatchObject({ name: null, amount: 0, why: of('level 1')?.why, why_code: 'not_paid' })
  expect(of('level 10')).toMatchObject({ share: 0.5 })
  expect(of('operations')).toEqual({
    to: 'operations',
    name: null,
    share: 5,
    due: 10,
    amount: 10,
    why: 'Runs the programme',
    why_code: 'runs_programme',
  })
  expect(of('cause')).toMatchObject({ name: 'The cause', share: 70 })
  expect(JSON.stringify(division)).not.toContain('Tessa')

  const { rows } = await server.database.query('select reply from journal where reference = $1', [
    body.data.donation_id,
  ])
  expect(rows[0].reply).not.toContain('Sam')
  expect((await give(donor, { amount: 200 }, 'divided')).body).toEqual(body)
})
