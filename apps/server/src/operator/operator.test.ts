import { randomBytes } from 'node:crypto'
import { defaultProgramme } from '@trefoil/core/programme/default-programme'
import { expect, test } from 'vitest'
import { earn } from '../testing/earnings.ts'
import { expectNoViolation, lookInto } from '../testing/invariants.ts'
import { balancesOf, donate, fundedMember, type Funded } from '../testing/money.ts'
import { mailsTo } from '../testing/outbox.ts'
import { signIn } from '../testing/people.ts'
import { randomAddress } from '../testing/payouts.ts'
import { shareTestServer } from '../testing/server.ts'
import { signInStaff } from '../testing/staff.ts'

const server = await shareTestServer()
const db = lookInto(server.settings.databaseUrl)
const { olga, oscar, anna } = await signInStaff(server)
const why = 'Because it is a test'

async function earner(dollars: number): Promise<Funded> {
  const member = await fundedMember(server, 0)
  await earn(server.ledger, member.id, dollars)
  return member
}

async function ask({ visitor }: Funded, amount = 20): Promise<string> {
  const { body } = await visitor.post('/api/transactions/withdrawal', {
    amount,
    withdrawal_address: randomAddress(),
    network: 'BSC',
    payment_method: 'blockchain',
    type: 'Withdrawal',
  })
  expect(body.success, JSON.stringify(body)).toBe(true)
  return body.data.withdrawal_id
}

const acts = async (where: string, values: unknown[] = []) =>
  (await server.database.query(`select * from audit_entry where ${where} order by id`, values)).rows

const until = (isSo: () => Promise<boolean>) => expect.poll(isSo, { timeout: 30_000, interval: 200 }).toBe(true)

const stateOf = async (reference: string) =>
  (await olga.get(`/api/operator/withdrawals/${reference}`)).body.data.withdrawal.state as string

test('approved and paid on the chain, or refused and given back; each once, each in the audit log', async () => {
  const member = await earner(50)
  const [good, bad] = [await ask(member), await ask(member)]
  await until(async () => {
    const { withdrawals } = (await olga.get('/api/operator/withdrawals?limit=200')).body.data
    return [good, bad].every((id) => withdrawals.some((one: { id: string }) => one.id === id))
  })
  const { withdrawal, member: facts } = (await anna.get(`/api/operator/withdrawals/${good}`)).body.data
  expect(withdrawal).toMatchObject({ amount: 20, waits_for: 'address_not_saved', member: { id: member.id } })
  expect(withdrawal.flags).toEqual(['address_not_saved', 'first_withdrawal', 'no_two_factor', 'new_account'])
  expect(facts.available).toBe(10)

  expect((await olga.post(`/api/operator/withdrawals/${good}/approve`, { why })).status).toBe(200)
  const again = await oscar.post(`/api/operator/withdrawals/${good}/approve`, { why })
  expect([again.status, again.body.code]).toEqual([409, 'wrong_state'])
  expect((await olga.post(`/api/operator/withdrawals/${bad}/refuse`, { why: 'This is not your wallet' })).status).toBe(
    200,
  )
  expect((await olga.post(`/api/operator/withdrawals/${bad}/approve`, { why })).body.code).toBe('wrong_state')
  expect((await olga.post('/api/operator/withdrawals/none/approve', { why })).status).toBe(404)
  await until(async () => (await stateOf(good)) === 'paid')
  expect((await balancesOf(member.visitor)).balance).toBe(30)
  const [refused] = (await member.visitor.get('/api/transactions/history')).body.data.transactions
  expect(refused.description).toBe('Refused, the amount is available again: This is not your wallet')

  const lines = await acts('member_id = $1', [member.id])
  expect(lines.map(({ action, subject }) => [action, subject])).toEqual([
    ['withdrawal.approve', good],
    ['withdrawal.refuse', bad],
  ])
  expect(lines[0]).toMatchObject({ why, address: '127.0.0.1' })
  await expectNoViolation(db)
})

test('in bulk: one failure does not stop the others', async () => {
  const member = await earner(100)
  const ids = [await ask(member), await ask(member), 'none', await ask(member)]
  const { body } = await olga.post('/api/operator/withdrawals/decide', { decision: 'refuse', ids, why })
  expect(body.data.results.map((one: { done: boolean }) => one.done)).toEqual([true, true, false, true])
  expect((await balancesOf(member.visitor)).balance).toBe(100)
  expect(await acts(`member_id = $1 and action = 'withdrawal.refuse'`, [member.id])).toHaveLength(3)
})

test("a frozen member's request is not approved, and waits until they are unfrozen", async () => {
  const member = await earner(50)
  const id = await ask(member)
  expect((await olga.post(`/api/operator/members/${member.id}/freeze`, { why })).status).toBe(200)
  expect((await olga.post(`/api/operator/members/${member.id}/freeze`, { why })).body.code).toBe('wrong_state')
  const refused = await olga.post(`/api/operator/withdrawals/${id}/approve`, { why })
  expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('frozen')])
  expect((await member.visitor.get('/api/users/profile')).status).toBe(200)
  const { body } = await member.visitor.post(`/api/transactions/withdrawal/${id}/cancel`)
  expect(body.code).toBe('frozen')
  expect((await oscar.post(`/api/operator/members/${member.id}/unfreeze`, { why })).status).toBe(200)
  expect((await olga.post(`/api/operator/withdrawals/${id}/approve`, { why })).status).toBe(200)
  const { history } = (await anna.get(`/api/operator/members/${member.id}`)).body.data
  expect(history.map(({ type }: { type: string }) => type)).toEqual(
    expect.arrayContaining(['member.freeze', 'member.unfreeze', 'withdrawal.approve', 'Joined']),
  )
})

test('an adjustment needs a second operator, and happens once', async () => {
  const member = await fundedMember(server, 100)
  await donate(member.visitor, 100)
  const proposed = await olga.post('/api/operator/proposals/adjustment', {
    member: member.id,
    account: 'available',
    amount: 2.5,
    why,
  })
  expect(proposed.body.data.proposal).toMatchObject({ state: 'open', kind: 'adjustment', member: { id: member.id } })
  const path = `/api/operator/proposals/${proposed.body.data.proposal.id}`
  const alone = await olga.post(`${path}/approve`, { why })
  expect([alone.status, alone.body.code]).toEqual([403, 'forbidden'])
  expect((await anna.post(`${path}/approve`, { why })).status).toBe(403)
  expect((await balancesOf(member.visitor)).balance).toBe(0)
  const both = await Promise.all([1, 2, 3].map(() => oscar.post(`${path}/approve`, { why })))
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  expect((await balancesOf(member.visitor)).balance).toBe(2.5)
  expect((await oscar.post(`${path}/reject`, { why })).body.code).toBe('wrong_state')
  expect((await acts(`member_id = $1 and action like 'proposal%'`, [member.id])).map(({ action }) => action)).toEqual([
    'proposal.open',
    'proposal.approve',
  ])
  const { activities } = (await member.visitor.get('/api/activities/history')).body.data
  expect(activities[0]).toMatchObject({
    type: 'Adjustment',
    description: `Credited by the operators: ${why}`,
    metadata: { amount: 2.5, direction: 'in' },
  })

  const { journals } = (await olga.get('/api/operator/ledger/journals?reason=adjustment&limit=1')).body.data
  const { entries, cause } = (await olga.get(`/api/operator/ledger/journals/${journals[0].id}`)).body.data
  expect(cause).toMatchObject({ kind: 'proposal', sentence: expect.stringContaining('Add $2.50000') })
  expect(entries.map(({ account, amount }: { account: string; amount: number }) => [account, amount])).toEqual([
    ['operations', -2.5],
    ['available', 2.5],
  ])
  const taken = { member: member.id, account: 'available', amount: -2.6, why }
  expect((await olga.post('/api/operator/proposals/adjustment', taken)).body.code).toBe('insufficient_funds')
  const tooMuch = await olga.post('/api/operator/proposals/adjustment', { ...taken, amount: 1e6 })
  expect([tooMuch.body.code, tooMuch.body.message]).toEqual([
    'insufficient_funds',
    expect.stringMatching(/^Operations has \$.*, which does not cover \$1000000\.00000\.$/),
  ])
  for (const amount of [0, 0.000001, -1e300]) {
    const refused = await olga.post('/api/operator/proposals/adjustment', { ...taken, amount })
    expect(refused.body.code, String(amount)).toBe('invalid_amount')
  }
  await expectNoViolation(db)
})

test('not even the database’s owner can change the audit log, and the application cannot delete from it', async () => {
  await expect(server.database.query(`update audit_entry set why = 'nothing'`)).rejects.toThrow(/only grows/)
  await expect(server.database.query('delete from audit_entry')).rejects.toThrow(/only grows/)
  await expect(server.database.query('truncate audit_entry')).rejects.toThrow(/only grows/)
  const client = await server.database.connect()
  await client.query('set role trefoil_app')
  await expect(client.query('update audit_entry set why = why')).rejects.toThrow(/permission denied/)
  await expect(client.query(`update proposal set summary = 'else'`)).rejects.toThrow(/permission denied/)
  await client.query('reset role')
  client.release()
})

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

type Rules = {
  stages: { stage_number: number; donation_requirement: number }[]
  shares_basis_points: { sponsor: number; operations: number; levels: number[] }
}

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

test('two-factor is reset after a documented check: sessions end, withdrawals wait a day', async () => {
  const member = await fundedMember(server, 0)
  await server.database.query(`update account set totp_box = '\\x00', totp_enabled_at = now() where id = $1`, [
    member.id,
  ])
  const path = `/api/operator/members/${member.id}/reset-two-factor`
  expect((await olga.post(path, { why, check: 'no' })).status).toBe(400)
  expect((await olga.post(path, { why, check: 'Video call, passport seen' })).status).toBe(200)
  expect((await member.visitor.get('/api/users/profile')).status).toBe(401)
  const { member: view } = (await anna.get(`/api/operator/members/${member.id}`)).body.data
  expect(view).toMatchObject({ two_factor: false, withdrawals_held_until: expect.any(String) })
  const [line] = await acts(`member_id = $1`, [member.id])
  expect(line).toMatchObject({ action: 'member.reset_two_factor', details: { check: 'Video call, passport seen' } })
})

test('the member gets a mail about the reset, and operators cannot reset one another', async () => {
  const member = await fundedMember(server, 0)
  await server.database.query(`update account set totp_box = '\\x00', totp_enabled_at = now() where id = $1`, [
    member.id,
  ])
  const check = 'Video call, passport seen'
  await olga.post(`/api/operator/members/${member.id}/reset-two-factor`, { why, check })
  const mails = await mailsTo(server, member.email, 1)
  expect(mails.map(({ subject }) => subject)).toEqual(['Two-factor authentication was turned off'])

  const { rows } = await server.database.query(`select id, role from account where role <> 'member' order by id`)
  for (const { id } of rows) {
    const refused = await olga.post(`/api/operator/members/${id}/reset-two-factor`, { why, check })
    expect([refused.status, refused.body.code]).toEqual([403, 'forbidden'])
    expect(refused.body.message).toContain('reset-two-factor')
  }
  expect((await oscar.get('/api/operator/overview')).status).toBe(200)
})

test('a former operator’s proposal cannot be approved', async () => {
  const { id: member } = await fundedMember(server, 5)
  const change = { member, account: 'impact', amount: -1, why }
  const proposed = await oscar.post('/api/operator/proposals/adjustment', change)
  const { id, proposed_by: by } = proposed.body.data.proposal
  await server.database.query(`update account set role = 'auditor' where id = $1`, [by.id])
  const refused = await olga.post(`/api/operator/proposals/${id}/approve`, { why })
  await server.database.query(`update account set role = 'operator' where id = $1`, [by.id])
  expect([refused.status, refused.body.code]).toEqual([409, 'wrong_state'])
  expect((await olga.post(`/api/operator/proposals/${id}/reject`, { why })).status).toBe(200)
})

test('concurrent changes of different settings both survive', async () => {
  await olga.put('/api/operator/settings', { mail_operators: true, why })
  const other = await server.database.connect()
  try {
    await other.query('begin')
    await other.query(
      `update installation set value = value || '{"payoutsPausedWhy": "Something is wrong"}' where key = 'switches'`,
    )
    const mailing = oscar.put('/api/operator/settings', { mail_operators: false, why })
    const blocked = `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%installation%'`
    await until(async () => (await server.database.query(blocked)).rows.length > 0)
    await other.query('commit')
    expect((await mailing).status).toBe(200)
  } finally {
    other.release()
  }
  const { payouts_paused: paused, mail_operators: mail } = (await olga.get('/api/operator/settings')).body.data
  await olga.put('/api/operator/settings', { payouts_paused: false, mail_operators: true, why })
  expect({ paused, mail }).toEqual({ paused: true, mail: false })
})

test('payouts stay paused until an operator resumes them', async () => {
  const member = await earner(20)
  const id = await ask(member)
  expect((await olga.put('/api/operator/settings', { payouts_paused: true, why })).status).toBe(200)
  await olga.post(`/api/operator/withdrawals/${id}/approve`, { why })
  await until(async () => /Paused/.test((await olga.get('/api/operator/overview')).body.data.payouts.trouble ?? ''))
  expect(await stateOf(id)).toBe('approved')
  expect((await olga.put('/api/operator/settings', { payouts_paused: false, why })).status).toBe(200)
  await until(async () => (await stateOf(id)) === 'paid')
})

test('a stopped signer continues only with two operators', async () => {
  const { signers } = (await olga.get('/api/operator/overview')).body.data.payouts
  const { address } = signers[0]
  expect((await olga.post('/api/operator/signers/stop', { address, why })).status).toBe(200)
  const proposed = await olga.post('/api/operator/proposals/signer', { address, change: 'resume', why })
  const path = `/api/operator/proposals/${proposed.body.data.proposal.id}/approve`
  expect((await olga.post(path, { why })).status).toBe(403)
  expect((await oscar.post(path, { why })).status).toBe(200)
  const after = (await olga.get('/api/operator/overview')).body.data.payouts
  expect(after.signers[0].stopped).toBeNull()
})

test('settings, stops and ended sessions are in the audit log, with who, why and from where', async () => {
  const member = await fundedMember(server, 0)
  const before = Number((await acts('true')).at(-1)?.id ?? 0)
  const { address: signer } = (await olga.get('/api/operator/overview')).body.data.payouts.signers[0]
  await olga.put('/api/operator/settings', { payouts_paused: true, why: 'The float is counted' })
  await oscar.put('/api/operator/settings', { payouts_paused: false, why: 'It was counted' })
  await olga.post('/api/operator/signers/stop', { address: signer, why: 'The key was seen' })
  const again = await olga.post('/api/operator/signers/stop', { address: signer, why })
  expect([again.status, again.body.code]).toEqual([409, 'wrong_state'])
  await oscar.post(`/api/operator/members/${member.id}/end-sessions`, { why: 'The telephone was stolen' })
  const lines = (await acts('id > $1', [before])).map(({ action, why: reason, subject, member_id }) => ({
    action,
    reason,
    subject,
    member: member_id,
  }))
  expect(lines).toMatchObject([
    { action: 'settings.change', reason: 'The float is counted' },
    { action: 'settings.change', reason: 'It was counted' },
    { action: 'signer.stop', reason: 'The key was seen', subject: signer },
    { action: 'member.end_sessions', reason: 'The telephone was stolen', member: member.id },
  ])
  const { lines: shown } = (await anna.get('/api/operator/audit?limit=4')).body.data
  expect(shown).toMatchObject([
    { operator: { name: 'Oscar Operator' }, address: '127.0.0.1', member: { id: member.id } },
    { operator: { name: 'Olga Operator' }, address: '127.0.0.1' },
    { operator: { name: 'Oscar Operator' } },
    { operator: { name: 'Olga Operator' } },
  ])
  const resumed = await olga.post('/api/operator/proposals/signer', { address: signer, change: 'resume', why })
  await oscar.post(`/api/operator/proposals/${resumed.body.data.proposal.id}/approve`, { why })
})

test('sessions that an operator ends are over at once, and the member can sign in again', async () => {
  const member = await fundedMember(server, 0)
  const path = `/api/operator/members/${member.id}/end-sessions`
  expect((await anna.post(path, { why })).status).toBe(403)
  expect((await member.visitor.get('/api/users/profile')).status).toBe(200)
  expect((await olga.post(path, { why })).status).toBe(200)
  expect((await member.visitor.get('/api/users/profile')).status).toBe(401)
  expect((await member.visitor.get('/api/v1/auth/refresh-token')).status).toBe(401)
  const { sessions } = (await anna.get(`/api/operator/members/${member.id}`)).body.data
  expect(sessions.map(({ ended_at }: { ended_at: string | null }) => ended_at !== null)).toEqual([true])
  await signIn(member.visitor, member.privateKey)
  expect((await member.visitor.get('/api/users/profile')).status).toBe(200)
})

test('two operators assign an unmatched transfer, once', async () => {
  const member = await fundedMember(server, 0)
  const { parameters } = (await member.visitor.post('/api/wallet/generate')).body.data
  type UnmatchedTransfer = {
    id: number
    amount: number | null
    assignable: boolean
    assigned_to: { id: number } | null
  }
  const find = async () =>
    ((await anna.get('/api/operator/unmatched?limit=200')).body.data.unmatched as UnmatchedTransfer[]).find(
      ({ amount }) => amount === 33.5,
    )
  const counted = async () => (await anna.get('/api/operator/overview')).body.data.queue.unmatched as number
  const before = await counted()
  await member.visitor.post('/api/demo/pay', { address: parameters.treasury, amount: 33.5 })
  await until(async () => (await find()) !== undefined)
  expect(await counted()).toBe(before + 1)
  const { id: unmatched } = (await find())!
  const order = { unmatched, member: member.id, why }
  expect((await olga.post('/api/operator/proposals/assignment', { ...order, unmatched: 10 ** 9 })).status).toBe(404)
  expect((await anna.post('/api/operator/proposals/assignment', order)).status).toBe(403)
  // Refused until it is final.
  await until(
    async () =>
      (await olga.post('/api/operator/proposals/assignment', order)).status !== 409 || !(await find())!.assignable,
  )
  const { proposals } = (await olga.get('/api/operator/proposals?state=open')).body.data
  const proposal = proposals.find(({ kind }: { kind: string }) => kind === 'assignment')
  expect(proposal).toMatchObject({ member: { id: member.id }, summary: expect.stringContaining('$33.50000') })
  const twice = await oscar.post('/api/operator/proposals/assignment', order)
  expect([twice.status, twice.body.code]).toEqual([409, 'wrong_state'])
  const path = `/api/operator/proposals/${proposal.id}/approve`
  expect((await olga.post(path, { why })).status).toBe(403)
  expect((await balancesOf(member.visitor)).deposit_balance).toBe(0)
  expect((await oscar.post(path, { why })).status).toBe(200)
  expect((await balancesOf(member.visitor)).deposit_balance).toBe(33.5)
  expect(await find()).toMatchObject({ assignable: false, assigned_to: { id: member.id } })
  expect((await acts('member_id = $1', [member.id])).map(({ action }) => action)).toEqual([
    'proposal.open',
    'proposal.approve',
  ])
  await expectNoViolation(db)
})

test('the overview counts only unmatched transfers that can be assigned', async () => {
  const unmatchedTransfer = (kind: string, value: string, sender: string) =>
    server.database.query(
      `insert into unmatched_transfer (chain_id, transaction, ordinal, token, kind, block_number, sender, recipient, value)
       select chain_id, $1, 0, $2, $3, scanned + 1000000, $4, (select min(address) from reserve_account), $5 from scan`,
      [`0x${randomBytes(32).toString('hex')}`, randomAddress(), kind, sender, value],
    )
  const { treasury } = (await (await fundedMember(server, 0)).visitor.post('/api/wallet/generate')).body.data.parameters
  const count = async () => (await anna.get('/api/operator/overview')).body.data.queue.unmatched as number
  const before = await count()
  await unmatchedTransfer('to_contract', String(10n ** 18n), randomAddress())
  await unmatchedTransfer('too_large', String(10n ** 40n), randomAddress())
  await unmatchedTransfer('to_contract', '1', randomAddress())
  await unmatchedTransfer('to_contract', String(10n ** 18n), treasury)
  expect(await count()).toBe(before + 1)
  const { unmatched } = (await anna.get('/api/operator/unmatched?limit=200')).body.data
  expect(unmatched.filter(({ assignable }: { assignable: boolean }) => assignable)).toHaveLength(before + 1)
})

test('members are found by any detail they give, and their statement is read by day', async () => {
  const member = await fundedMember(server, 40)
  for (const q of [member.email.slice(0, 12), member.referralCode, String(member.id)]) {
    const { members } = (await anna.get(`/api/operator/members?q=${encodeURIComponent(q)}`)).body.data
    expect(members.map(({ id }: { id: number }) => id)).toContain(member.id)
  }
  const path = `/api/operator/members/${member.id}/statement?account=impact`
  expect((await anna.get(path)).body.data.entries).toMatchObject([{ amount: 40, balance_after: 40, sequence: 1 }])
  expect((await anna.get(`${path}&to=2020-01-01`)).body.data.entries).toEqual([])
})

test('everything exports as CSV, page by page, and the export is in the log', async () => {
  for (const what of [
    'members',
    'withdrawals',
    'deposits',
    'unmatched',
    'journals',
    'entries',
    'donations',
    'proposals',
    'audit',
  ]) {
    const lines: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const query: string = cursor === '' ? '' : `?cursor=${cursor}`
      const { status, body } = await anna.get(`/api/operator/export/${what}${query}`)
      expect(status, JSON.stringify(body)).toBe(200)
      lines.push(...body.data.csv.split('\r\n').slice(0, -1))
      cursor = body.data.next_cursor
    }
    const table =
      { unmatched: 'unmatched_transfer', members: 'account', entries: 'entry', audit: 'audit_entry' }[what] ??
      what.slice(0, -1)
    const { rows } = await server.database.query(`select count(*)::int as count from ${table}`)
    if (rows[0].count > 0) expect(lines.length, what).toBe(rows[0].count + 1)
  }
  expect(await acts(`action = 'export.read'`)).toHaveLength(9)
})

test('the figures of the overview add up', async () => {
  const { money, invariants } = (await anna.get('/api/operator/overview')).body.data
  expect(money.on_chain).toBeCloseTo(money.owed + money.owned, 5)
  expect(invariants.ok).toBe(true)
  const all = (await anna.get('/api/operator/invariants')).body.data.invariants
  expect(all.length).toBeGreaterThan(10)
  expect(all.every(({ violations }: { violations: number }) => violations === 0)).toBe(true)
})
