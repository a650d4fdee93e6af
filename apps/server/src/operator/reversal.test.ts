import { expect, test } from 'vitest'
import { earn } from '../testing/earnings.ts'
import { expectNoViolation, lookInto } from '../testing/invariants.ts'
import { balancesOf, donate, fund, fundedMember, sendMoney, withdraw, type Funded } from '../testing/money.ts'
import { given, journalOf, reversing, sponsorAndDonor } from '../testing/reversals.ts'
import { shareTestServer } from '../testing/server.ts'
import { signInStaff } from '../testing/staff.ts'
import type { Answer } from '../testing/visitor.ts'

const server = await shareTestServer()
const db = lookInto(server.settings.databaseUrl)
const staff = await signInStaff(server)
const { olga, oscar, anna } = staff
const { propose, agree } = reversing(staff)
const why = 'Sent by mistake'

const dryRun = (journal: number, query = ''): Promise<Answer> =>
  anna.get(`/api/operator/ledger/journals/${journal}/reversal${query}`)

/** Everything that a reversal may change, apart from the numbers of entries. */
async function everything(): Promise<object> {
  const { rows } = await server.database.query(`
    select (select json_agg(b order by member_id) from (select member_id, impact, available, held, stage, last_donation,
        stage_balance, total_donated, total_earned, total_deposited, total_withdrawn from member_balance) b) as members,
      (select json_agg(s order by account, owner) from (select account, owner, balance from system_account) s) as system,
      (select json_agg(t order by member_id) from (select member_id, active_referrals from team) t) as referrals,
      (select json_agg(c order by ancestor, level, chunk) from team_chunk c) as chunks,
      (select json_agg(c order by ancestor, level, span) from team_span c) as spans`)
  return rows[0]
}

async function refused(act: () => Promise<Answer>, sentence: string): Promise<void> {
  const before = await everything()
  const { status, body } = await act()
  expect([status, body.message]).toEqual([expect.any(Number), expect.stringContaining(sentence)])
  expect([409, 422]).toContain(status)
  expect(await everything()).toEqual(before)
}

test('a first donation goes back: balances, totals, stage, window and teams are as before', async () => {
  const { donor } = await sponsorAndDonor(server)
  const before = await everything()
  const journal = await given(server, donor, 100)
  const proposed = await propose(journal)
  expect(proposed.body.data.proposal).toMatchObject({ kind: 'reversal', state: 'open', member: { id: donor.id } })
  expect(proposed.body.data.proposal.summary).toContain('the donation of $100.00000 by')
  const path = `/api/operator/proposals/${proposed.body.data.proposal.id}/approve`
  expect((await olga.post(path, { why })).status).toBe(403)
  const both = await Promise.all([1, 2, 3].map(() => oscar.post(path, { why })))
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  expect(await everything()).toEqual(before)
  await expectNoViolation(db)
})

test('a later donation goes back to the window before it, which counts what was earned since', async () => {
  const { sponsor, donor } = await sponsorAndDonor(server)
  await given(server, sponsor, 200)
  const second = await given(server, sponsor, 200)
  await given(server, donor, 100)
  const { stage_balance: earned } = await balancesOf(sponsor.visitor)
  expect(earned).toBeGreaterThan(0)
  expect((await agree(await propose(second))).status).toBe(200)
  const { rows } = await server.database.query(
    `select stage, last_donation::int, stage_balance::int from member_balance where member_id = $1`,
    [sponsor.id],
  )
  expect(rows[0]).toEqual({ stage: 2, last_donation: 200_00000, stage_balance: Math.round(earned * 1e5) })
  // And it can continue from there.
  await given(server, sponsor, 50)
  await expectNoViolation(db)
})

test('the dry run shows every account before and after, and the proposal does exactly that', async () => {
  const { sponsor, donor } = await sponsorAndDonor(server)
  const journal = await given(server, donor, 100)
  const { accounts, standings, borne } = (await dryRun(journal)).body.data
  expect(borne).toBe(0)
  const of = (account: string, id?: number) =>
    accounts.find(
      (row: { account: string; member: { id: number } | null }) => row.account === account && row.member?.id === id,
    )
  expect(of('impact', donor.id)).toMatchObject({ before: 100, after: 200 })
  expect(of('available', sponsor.id)).toMatchObject({ before: (await balancesOf(sponsor.visitor)).balance, after: 0 })
  for (const account of ['cause', 'operations']) expect(of(account).after).toBeLessThan(of(account).before)
  expect(standings).toEqual(
    expect.arrayContaining([
      {
        member: expect.objectContaining({ id: donor.id }),
        stage: { before: 1, after: 0 },
        stage_balance: { before: 0, after: 0 },
      },
    ]),
  )
  await agree(await propose(journal))
  expect(await balancesOf(donor.visitor)).toMatchObject({ deposit_balance: of('impact', donor.id).after })
  expect(await balancesOf(sponsor.visitor)).toMatchObject({ balance: 0, stage_balance: 0 })
})

test('what was reversed is not reversed again', async () => {
  const { donor } = await sponsorAndDonor(server)
  const journal = await given(server, donor, 50)
  await agree(await propose(journal))
  await refused(() => dryRun(journal), 'This journal was already reversed')
  await refused(() => propose(journal), 'This journal was already reversed')
  const { reversal } = (await anna.get(`/api/operator/ledger/journals/${journal}`)).body.data
  expect(reversal).toMatchObject({ possible: false, reverses: null, reversed_by: expect.any(Number) })
  const back = (await anna.get(`/api/operator/ledger/journals/${reversal.reversed_by}`)).body.data
  expect(back.reversal).toEqual({ possible: false, reverses: journal, reversed_by: null })
  expect(back.cause).toMatchObject({
    kind: 'proposal',
    sentence: expect.stringContaining(`Reverse journal ${journal}`),
  })
  await refused(
    () => propose(reversal.reversed_by),
    'Only a transfer, an assigned deposit or a donation can be reversed',
  )
})

test('one reversal of a journal is open at a time, and a rejected one can be proposed again', async () => {
  const { donor } = await sponsorAndDonor(server)
  const journal = await given(server, donor, 50)
  const first = await propose(journal)
  await refused(() => propose(journal), 'already proposed')
  await oscar.post(`/api/operator/proposals/${first.body.data.proposal.id}/reject`, { why })
  expect((await propose(journal)).status).toBe(200)
})

test('a donation that is not the latest is refused, until the later one is reversed', async () => {
  const { donor } = await sponsorAndDonor(server)
  const [first, second] = [await given(server, donor, 50), await given(server, donor, 60)]
  await refused(() => propose(first), 'only the latest donation can be reversed')
  expect((await agree(await propose(second))).status).toBe(200)
  expect((await agree(await propose(first))).status).toBe(200)
  expect(await balancesOf(donor.visitor)).toMatchObject({ deposit_balance: 200 })
  await expectNoViolation(db)
})

test('a donation is refused if what was earned since does not fit into the window before it', async () => {
  const { sponsor, donor } = await sponsorAndDonor(server)
  const [only] = (
    await server.database.query(`select id::int from journal where source_member = $1 and reason = 'donation'`, [
      sponsor.id,
    ])
  ).rows
  await given(server, donor, 100)
  await refused(() => propose(only.id), 'under the earlier threshold of $0.00000')
})

test('a share that was spent is refused, unless operations bears the difference', async () => {
  const { sponsor, donor } = await sponsorAndDonor(server)
  const journal = await given(server, donor, 100)
  const { balance } = await balancesOf(sponsor.visitor)
  await sendMoney(sponsor.visitor, { amount: 1, recipient_id: sponsor.privateKey, from: 'available' })
  await refused(() => propose(journal), '$1.00000 of it was already spent')
  expect((await dryRun(journal, '?operations_bears=true')).body.data.borne).toBe(1)
  const proposed = await propose(journal, true)
  expect(proposed.body.data.proposal.summary).toContain('operations bears $1.00000')
  expect((await agree(proposed)).status).toBe(200)
  expect(await balancesOf(donor.visitor)).toMatchObject({ deposit_balance: 200 })
  expect(await balancesOf(sponsor.visitor)).toMatchObject({ balance: 0, stage_balance: 1 })
  expect(balance).toBeGreaterThan(1)
  await expectNoViolation(db)
})

test('a proposal that would no longer do what was proposed is refused', async () => {
  const { sponsor, donor } = await sponsorAndDonor(server)
  const journal = await given(server, donor, 100)
  const proposed = await propose(journal, true)
  await sendMoney(sponsor.visitor, { amount: 1, recipient_id: sponsor.privateKey, from: 'available' })
  await refused(() => agree(proposed), 'Propose it again')
  const other = await propose(await given(server, donor, 60))
  await donate(donor.visitor, 20)
  await refused(() => agree(other), 'only the latest donation can be reversed')
  await expectNoViolation(db)
})

test('a share’s room is free again only while its window is open', async () => {
  const { sponsor, donor } = await sponsorAndDonor(server)
  const journal = await given(server, donor, 100)
  await given(server, sponsor, 60)
  await given(server, donor, 60)
  const { stage_balance } = await balancesOf(sponsor.visitor)
  const { rows } = await server.database.query('select max(id)::int as id from journal')
  await agree(await propose(rows[0].id))
  expect((await balancesOf(sponsor.visitor)).stage_balance).toBe(0)
  expect(stage_balance).toBeGreaterThan(0)
  await agree(await propose(journal))
  expect((await balancesOf(sponsor.visitor)).stage_balance).toBe(0)
  await expectNoViolation(db)
})

test('a reopened window does not count shares that were taken back while it was closed', async () => {
  const { sponsor, donor } = await sponsorAndDonor(server)
  const share = await given(server, donor, 100)
  const later = await given(server, sponsor, 60)
  await agree(await propose(share))
  await agree(await propose(later))
  expect(await balancesOf(sponsor.visitor)).toMatchObject({ balance: 0, stage_balance: 0 })
  await expectNoViolation(db)
})

test('a transfer goes back, and so do earnings that were moved', async () => {
  const [sender, recipient] = [await fundedMember(server, 100), await fundedMember(server, 10)]
  await earn(server.ledger, sender.id, 5)
  const sent = await sendMoney(sender.visitor, { amount: 40, recipient_id: recipient.privateKey })
  const moved = await sendMoney(sender.visitor, { amount: 5, recipient_id: sender.privateKey, from: 'available' })
  for (const { body } of [sent, moved])
    expect((await agree(await propose(await journalOf(server, body.data.transfer_id)))).status).toBe(200)
  expect(await balancesOf(sender.visitor)).toMatchObject({ deposit_balance: 100, balance: 5 })
  expect(await balancesOf(recipient.visitor)).toMatchObject({ deposit_balance: 10 })
  await expectNoViolation(db)
})

test('a reversal takes nothing that is on hold: operations bears it', async () => {
  const [sender, recipient] = [await fundedMember(server, 50), await fundedMember(server, 0)]
  const sent = await sendMoney(sender.visitor, { amount: 40, recipient_id: recipient.privateKey })
  await given(server, recipient, 40)
  await fund(server, recipient.id, 1)
  await server.database.query('update member_balance set on_hold = 100000 where member_id = $1', [recipient.id])
  const adjusting = { member: recipient.id, account: 'impact', amount: -1, why }
  expect((await olga.post('/api/operator/proposals/adjustment', adjusting)).body.message).toContain('is too small')
  const journal = await journalOf(server, sent.body.data.transfer_id)
  expect((await dryRun(journal, '?operations_bears=true')).body.data.borne).toBe(40)
  expect((await agree(await propose(journal, true))).status).toBe(200)
  expect((await balancesOf(recipient.visitor)).deposit_balance).toBe(1)
  await server.database.query('update member_balance set on_hold = 0 where member_id = $1', [recipient.id])
  await expectNoViolation(db)
})

test('a transfer that was assigned to the wrong member goes back, and is assigned again', async () => {
  const [wrong, right] = [await fundedMember(server, 0), await fundedMember(server, 0)]
  const { parameters } = (await wrong.visitor.post('/api/wallet/generate')).body.data
  await wrong.visitor.post('/api/demo/pay', { address: parameters.treasury, amount: 7.5 })
  let transaction = ''
  const assign = async ({ id: member }: Funded) => {
    const { unmatched } = (await anna.get('/api/operator/unmatched')).body.data
    const found = unmatched.find(({ amount }: { amount: number | null }) => amount === 7.5)
    transaction = found?.transaction ?? ''
    return found ? olga.post('/api/operator/proposals/assignment', { unmatched: found.id, member, why }) : undefined
  }
  const lookedUpBy = async ({ visitor }: Funded) =>
    (await visitor.post('/api/support/look-up', { transaction })).body.data
  let assigned: Answer | undefined
  // Until it is final.
  await expect.poll(async () => (assigned = await assign(wrong))?.status, { timeout: 60_000, interval: 200 }).toBe(200)
  await agree(assigned!)
  expect((await balancesOf(wrong.visitor)).deposit_balance).toBe(7.5)
  expect(await lookedUpBy(wrong)).toMatchObject({ outcome: 'credited', amount: 7.5, deposit: null })
  expect(await lookedUpBy(right)).toMatchObject({ outcome: 'not_yours', amount: null })
  expect((await assign(right))!.body.message).toContain('already assigned')
  const journal = await journalOf(server, `proposal-${assigned!.body.data.proposal.id}`)
  expect((await agree(await propose(journal))).status).toBe(200)
  expect((await balancesOf(wrong.visitor)).deposit_balance).toBe(0)
  expect(await lookedUpBy(wrong)).toMatchObject({ outcome: 'not_yours', amount: null })
  const { activities } = (await wrong.visitor.get('/api/activities/history')).body.data
  expect(activities[0].description).toContain("Reversal of the operators' credit of $7.50000 on ")
  expect((await agree((await assign(right))!)).status).toBe(200)
  expect((await balancesOf(right.visitor)).deposit_balance).toBe(7.5)
  expect(await lookedUpBy(right)).toMatchObject({ outcome: 'credited', amount: 7.5 })
  await expectNoViolation(db)
})

test.each(['deposit', 'withdrawal_held'])('a journal of the reason %s is refused', async (reason) => {
  const member = await fundedMember(server, 10)
  await earn(server.ledger, member.id, 50)
  await withdraw(member.visitor)
  const { rows } = await server.database.query('select max(id)::int as id from journal where reason = $1', [reason])
  await refused(() => propose(rows[0].id), 'Only a transfer')
  expect((await dryRun(2 ** 50)).status).toBe(404)
})
