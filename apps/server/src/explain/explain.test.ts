import { FIGURE_NAMES, textOf, type Figure } from '@trefoil/contract/figures'
import { expect, test } from 'vitest'
import type { Tx } from '../db/database.ts'
import { catchUpReports } from '../reports/bring-forward.ts'
import { explain } from '../testing/explain.ts'
import { lookInto } from '../testing/invariants.ts'
import { writeLongEarnings, writeLongHistory } from '../testing/long-history.ts'
import { donate, earner, fundedMember, sendMoney, withdraw, type Funded } from '../testing/money.ts'
import { journalOf, reversing, sponsorAndDonor } from '../testing/reversals.ts'
import { shareTestServer } from '../testing/server.ts'
import { signInStaff } from '../testing/staff.ts'
import { makeKeyring } from '../secrets/keyring.ts'
import { balanceEntries } from './counted.ts'
import { explainFigure } from './explain-figure.ts'
import { readLines } from './read-lines.ts'

const server = await shareTestServer()
const staff = await signInStaff(server)
const { propose, agree } = reversing(staff)
const keyring = makeKeyring('a secret of this test, long enough')

const maskTeams = async (mask: boolean) =>
  expect((await staff.olga.put('/api/operator/settings', { mask_team: mask, why: 'Test' })).status).toBe(200)

const ask = ({ visitor }: Funded, figure: string, query = '') => visitor.get(`/api/explain/${figure}${query}`)

test('a share says whose donation it was, what was due, what was paid and why less', async () => {
  const sponsor = await fundedMember(server, 500)
  await donate(sponsor.visitor, 20)
  const donor = await fundedMember(server, 500, { referral_code: sponsor.referralCode })
  await donate(donor.visitor, 300)
  const { body } = await ask(sponsor, 'total_earn')
  const { lines, total } = body.data.entries
  expect(total).toBe(20)
  expect(lines.map((line: { share: object }) => line.share)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        as: 'sponsor',
        donated: 300,
        due: 30,
        paid: 20,
        why: expect.stringContaining('threshold'),
      }),
    ]),
  )
  expect(lines[0]).toMatchObject({ type: 'Earning', rule_version: 1, decided: null })
  expect(lines[0].share.donor).toBe('Test Person')
})

test('a donor whom somebody else referred is masked if the operators mask teams', async () => {
  const sponsor = await fundedMember(server, 500)
  await donate(sponsor.visitor, 300)
  const between = await fundedMember(server, 0, { referral_code: sponsor.referralCode })
  const donor = await fundedMember(server, 500, { referral_code: between.referralCode })
  await server.database.query(`update member_balance set stage = 2 where member_id = $1`, [sponsor.id])
  await donate(donor.visitor, 300)
  const donors = async () => {
    const { body } = await ask(sponsor, 'total_earn')
    return body.data.entries.lines.map((line: { share: { donor: string } }) => line.share.donor)
  }
  expect(await donors()).toEqual(['Test Person'])
  await maskTeams(true)
  expect(await donors()).toEqual(['T••• P•••'])
  await maskTeams(false)
})

test('reversals and adjustments show the reason and what both operators are, and never who', async () => {
  const { donor } = await sponsorAndDonor(server)
  const reference = (await donate(donor.visitor, 100)).body.data.donation_id
  expect((await agree(await propose(await journalOf(server, reference)))).status).toBe(200)
  const { body } = await ask(donor, 'total_donation')
  expect(body.data).toMatchObject({ value: 0, entries: { total: 0, next_cursor: null } })
  expect(body.data.entries.lines).toMatchObject([
    {
      type: 'Reversal',
      amount: -100,
      decided: { why: 'Sent by mistake', proposed_by: 'operator', agreed_by: 'operator' },
    },
    { type: 'Donation', amount: 100, decided: null },
  ])
  const adjustment = { member: donor.id, account: 'impact', amount: 5, why: 'A gift' }
  const proposed = await staff.olga.post('/api/operator/proposals/adjustment', adjustment)
  expect((await agree(proposed)).status).toBe(200)
  const impact = await ask(donor, 'impact')
  expect(impact.body.data.entries.lines[0]).toMatchObject({
    type: 'Adjustment',
    description: 'Credited by the operators',
    amount: 5,
    decided: { why: 'A gift', proposed_by: 'operator', agreed_by: 'operator' },
  })
  expect(JSON.stringify(impact.body)).not.toContain('Olga')
  expect(JSON.stringify(impact.body)).not.toContain('Oscar')
})

test('what cannot be asked is refused', async () => {
  const member = await fundedMember(server, 100)
  const other = await fundedMember(server, 100)
  const { body: given } = await donate(other.visitor, 20)
  const statuses = async (...asked: [string, string?][]) =>
    Promise.all(asked.map(async ([figure, query]) => (await ask(member, figure, query)).status))
  expect(
    await statuses(
      ['nothing'],
      ['available', '?from=2026-01'],
      ['available', '?cursor=abc'],
      ['available', '?limit=100000'],
      ['joined'],
      ['joined', '?from=2026-1&to=2026-1'],
      ['team_level', '?level=11'],
      ['earned', '?source=cause'],
      ['donation_part', `?donation=${given.data.donation_id}`],
      ['donation_part', `?donation=${given.data.donation_id}&part=level_11`],
      ['entry', '?account=held&sequence=1'],
      ['entry', '?account=impact&sequence=99999999999999999999'],
      ['deposit', '?deposit=deposit/1/2/3'],
      ['member_stage', `?member=${'A'.repeat(41)}`],
    ),
  ).toEqual(Array<number>(14).fill(400))
  expect(
    await statuses(
      ['earned', '?from=2001-01&to=2001-01'],
      ['joined', '?from=2001-01&to=2001-01'],
      ['donation', `?donation=${given.data.donation_id}`],
      ['cause_given', '?cause=no-such-cause'],
      ['rules/99'],
      ['withdrawal', '?withdrawal=withdrawal-of-nobody'],
      ['transfer', `?transfer=${given.data.donation_id}`],
      ['entry', '?account=impact&sequence=999999999999999999'],
      ['member_stage', '?member=nobody'],
      ['stage_requirement', '?stage=0'],
    ),
  ).toEqual(Array<number>(10).fill(404))
  expect((await ask(other, 'donation', `?donation=${given.data.donation_id}`)).status).toBe(200)
  expect((await server.visit().get('/api/explain/available')).status).toBe(401)
})

test('what is another member’s is not explained: not a withdrawal, deposit, transfer, part or entry', async () => {
  const sponsor = await fundedMember(server, 100)
  await donate(sponsor.visitor, 20)
  const donor = await fundedMember(server, 500, { referral_code: sponsor.referralCode })
  const stranger = await fundedMember(server, 100)
  const { body: given } = await donate(donor.visitor, 300)
  const { body: asked } = await withdraw(sponsor.visitor)
  const { body: sent } = await sendMoney(donor.visitor, { amount: 1, recipient_id: sponsor.privateKey })
  const { body: history } = await donor.visitor.get('/api/transactions/history')
  const [{ _id: deposit }] = history.data.transactions
  const figures: [owner: Funded, figure: string, query: string][] = [
    [sponsor, 'withdrawal', `?withdrawal=${asked.data.withdrawal_id}`],
    [donor, 'deposit', `?deposit=${encodeURIComponent(deposit)}`],
    [donor, 'transfer', `?transfer=${sent.data.transfer_id}`],
    [sponsor, 'transfer', `?transfer=${sent.data.transfer_id}`],
    [donor, 'donation_part', `?donation=${given.data.donation_id}&part=cause`],
  ]
  for (const [owner, figure, query] of figures) {
    expect((await ask(owner, figure, query)).status, figure).toBe(200)
    expect((await ask(stranger, figure, query)).status, figure).toBe(404)
  }
  // The sponsor's share of it is an entry of theirs, which names neither its reference nor the rest of the division.
  expect((await ask(sponsor, 'donation_part', `?donation=${given.data.donation_id}&part=sponsor`)).status).toBe(404)
  const share = await ask(sponsor, 'entry', '?account=available&sequence=1')
  expect(share.body.data).toMatchObject({
    value: 20,
    entries: { total: 20, lines: [{ share: { due: 30, paid: 20 } }] },
  })
  expect(JSON.stringify(share.body)).not.toContain(given.data.donation_id)
  expect((await ask(stranger, 'entry', '?account=available&sequence=1')).status).toBe(404)
})

test('of others, members learn what their team shows: not of strangers, nor of those above', async () => {
  const sponsor = await fundedMember(server, 100)
  const member = await fundedMember(server, 100, { referral_code: sponsor.referralCode })
  const below = await fundedMember(server, 100, { referral_code: member.referralCode })
  await donate(below.visitor, 20)
  const figures = ['member_stage', 'member_level', 'member_team']
  const statuses = (asking: Funded, of: Funded) =>
    Promise.all(figures.map(async (figure) => (await ask(asking, figure, `?member=${of.referralCode}`)).status))
  expect(await statuses(sponsor, below)).toEqual([200, 200, 200])
  expect(await statuses(below, sponsor)).toEqual([404, 404, 404])
  expect(await statuses(below, await fundedMember(server, 0))).toEqual([404, 404, 404])
  expect((await ask(sponsor, 'member_level', `?member=${below.referralCode}`)).body.data).toMatchObject({
    value: 2,
    terms: [
      { label: 'Test Person', value: 1, note: expect.stringContaining('Below you') },
      { label: 'Test Person', value: 1 },
    ],
  })
  await maskTeams(true)
  const { body } = await ask(sponsor, 'member_level', `?member=${below.referralCode}`)
  expect(body.data.terms.map(({ label }: { label: string }) => label)).toEqual(['Test Person', 'T••• P•••'])
  await maskTeams(false)
})

test('a withdrawal says where its money is, and that nothing is deducted', async () => {
  const { visitor } = await earner(server, 30)
  const { body: asked } = await withdraw(visitor)
  const id = asked.data.withdrawal_id
  const explained = async () => (await visitor.get(`/api/explain/withdrawal?withdrawal=${id}`)).body.data
  expect(await explained()).toMatchObject({
    value: 20,
    terms: [
      { label: 'Set aside', value: 20 },
      { label: 'Deducted', value: 0 },
    ],
    entries: { total: 20, lines: [{ type: 'Withdrawal', amount: 20 }], next_cursor: null },
  })
  expect((await visitor.post(`/api/transactions/withdrawal/${id}/cancel`)).status).toBe(200)
  expect((await explained()).terms[0]).toMatchObject({ label: 'Given back', value: 20 })
})

test('a cursor is valid for one figure of one member', async () => {
  const member = await fundedMember(server, 100)
  const other = await fundedMember(server, 100)
  for (const one of [member, other])
    for (let turn = 0; turn < 3; turn += 1)
      await sendMoney(one.visitor, { amount: 1, recipient_id: one === member ? other.privateKey : member.privateKey })
  const { body } = await ask(member, 'impact', '?limit=2')
  const cursor = body.data.entries.next_cursor
  expect(cursor).toEqual(expect.any(String))
  expect((await ask(member, 'impact', `?limit=2&cursor=${cursor}`)).status).toBe(200)
  expect((await ask(member, 'total_donation', `?cursor=${cursor}`)).status).toBe(400)
  expect((await ask(other, 'impact', `?cursor=${cursor}`)).status).toBe(400)
})

test('the rules of a version are those that its donations followed', async () => {
  const member = await fundedMember(server, 0)
  const { body } = await ask(member, 'rules/1')
  const { shares, stages } = body.data
  expect(stages).toHaveLength(10)
  const parts = [shares.sponsor, shares.operations, shares.cause, ...shares.levels]
  expect(parts.reduce((sum: number, part: number) => sum + part, 0)).toBeCloseTo(100, 9)
})

const LONG = 20_000
/** Blocks that a page may read: about twice what it does, and far less than the whole history. */
const PAGE_BLOCKS_MAX = 700
/** The report itself reads what was not summed yet, which is less than 1,024 entries of each account. */
const REPORT_BLOCKS_MAX = 9000

test('a page costs the same after many thousand entries, whatever the figure', async () => {
  const member = await fundedMember(server, 100)
  const other = await fundedMember(server, 100)
  await donate(member.visitor, 20)
  await writeLongHistory(server.database, { member: member.id, other: other.id, transfers: LONG })
  await writeLongEarnings(server.database, { member: member.id, donor: other.id, shares: LONG })
  await server.database.query('analyze')
  await catchUpReports(lookInto(server.settings.databaseUrl))
  const month = new Date(Date.now() - 150 * 24 * 3_600_000).toISOString().slice(0, 7)
  const cost = (figure: Figure, query: object) =>
    explain(server.database, (db) => explainFigure({ db, keyring }, figure, { member: member.id, query }))
  const reference = async (kind: string) => {
    const { rows } = await server.database.query<{ reference: string }>(
      'select reference from journal where reason = $2::journal_reason and $1 in (source_member, target_member) limit 1',
      [member.id, kind],
    )
    return rows[0]!.reference
  }
  const single: Partial<Record<Figure, object>> = {
    earned: { from: month, to: month },
    entry: { account: 'impact', sequence: '100' },
    transfer: { transfer: await reference('transfer') },
    deposit: { deposit: await reference('deposit') },
    member_stage: { member: member.referralCode },
    member_level: { member: member.referralCode },
    member_team: { member: member.referralCode },
  }
  for (const figure of FIGURE_NAMES) {
    if (textOf(figure).needs && !single[figure]) continue
    const { scanned, blocks } = await cost(figure, single[figure] ?? {})
    expect(scanned, figure).toEqual([])
    expect(blocks, figure).toBeLessThan(figure === 'earned' ? REPORT_BLOCKS_MAX : PAGE_BLOCKS_MAX)
  }
  // As it would be without the index.
  const { blocks } = await explain(server.database, (db) =>
    readLines(db as Tx, { keyring, member: member.id, name: 'all', page: { limit: LONG } }, [
      ...balanceEntries(member.id, 'available'),
    ]),
  )
  expect(blocks).toBeGreaterThan(REPORT_BLOCKS_MAX)
})
