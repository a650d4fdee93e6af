import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { agreeToAll, publish } from '../testing/consent.ts'
import { donate, earner, fund, fundedMember, sendMoney, withdraw } from '../testing/money.ts'
import { newMember, signIn } from '../testing/people.ts'
import { offerReturns, returnDeposit } from '../testing/returns.ts'
import { shareTestServer, startBeside } from '../testing/server.ts'
import { signInStaff } from '../testing/staff.ts'
import { visitor as visitorOf, type Answer, type Visitor } from '../testing/visitor.ts'

const server = await shareTestServer()
const staff = await signInStaff(server)
await offerReturns(server.database)

const outcome = ({ status, body }: Answer) => [status, body.code ?? 'ok']
const REFUSED = [403, 'agreement_required']
const consentOf = async (visitor: Visitor) => (await visitor.get('/api/users/profile')).body.data.consent

const addressOf = (visitor: Visitor) => visitor.post('/api/wallet/generate')

// The order of the tests matters: documents are never taken back.

test('before anything is published, nobody is asked anything', async () => {
  const { visitor } = await fundedMember(server, 50)
  expect(await consentOf(visitor)).toEqual({ agreement: null, donate_from: null })
  expect((await visitor.get('/api/users/agreements')).body.data).toEqual({ due: null, agreed: [] })
  expect((await visitor.get('/api/documents')).body.data).toEqual({ documents: [] })
  expect((await visitor.get('/api/settings/public')).body.data.documents).toEqual([])
  expect((await visitor.get('/api/documents/terms')).status).toBe(404)
  expect(outcome(await donate(visitor, 20))).toEqual([200, 'ok'])
  expect(outcome(await agreeToAll(visitor))).toEqual([200, 'ok'])
  const { rows } = await server.database.query('select count(*)::int as count from agreement')
  expect(rows).toEqual([{ count: 0 }])
})

test('once documents are published, money waits for agreement on every way out, and moves after it', async () => {
  const member = await earner(server, 100)
  const { visitor } = member
  await fund(server, member.id, 100)
  const cancelled = (await withdraw(visitor)).body.data.withdrawal_id
  const kept = await donate(visitor, 20, 'before')
  await publish(staff, 'terms', '# Terms\n\nBe kind.')
  await publish(staff, 'risk', 'You may lose all of it.')
  expect(await consentOf(visitor)).toEqual({ agreement: 'first', donate_from: null })

  const ways: Record<string, () => Promise<Answer>> = {
    donation: () => donate(visitor, 20),
    transfer: () => sendMoney(visitor, { amount: 1, recipient_id: member.referralCode, from: 'available' }),
    withdrawal: () => withdraw(visitor),
    return: () => returnDeposit(visitor, { amount: 10 }),
    'deposit address': () => addressOf(visitor),
  }
  for (const [way, go] of Object.entries(ways)) {
    const answer = await go()
    expect(outcome(answer), way).toEqual(REFUSED)
    expect(answer.body.documents, way).toEqual([
      { kind: 'terms', version: 1 },
      { kind: 'risk', version: 1 },
    ])
  }
  // What was done is answered as before, what was asked for can be cancelled, and what arrives is credited.
  expect(await donate(visitor, 20, 'before')).toMatchObject({ status: 200, body: kept.body })
  expect(outcome(await visitor.post(`/api/transactions/withdrawal/${cancelled}/cancel`))).toEqual([200, 'ok'])
  const before = (await visitor.get('/api/users/profile')).body.data.balances.deposit_balance
  await fund(server, member.id, 5)
  expect((await visitor.get('/api/users/profile')).body.data.balances.deposit_balance).toBe(before + 5)

  expect(outcome(await agreeToAll(visitor))).toEqual([200, 'ok'])
  expect(await consentOf(visitor)).toMatchObject({ agreement: null })
  for (const [way, go] of Object.entries(ways)) expect(outcome(await go()), way).toEqual([200, 'ok'])
})

test('signing up never needs agreement, and whoever is new is asked at the first sign-in', async () => {
  const visitor = server.visit()
  const { privateKey } = await newMember(server)
  await signIn(visitor, privateKey)
  expect(await consentOf(visitor)).toMatchObject({ agreement: 'first' })
  expect((await visitor.get('/api/settings/public')).body.data.documents).toEqual(['terms', 'risk'])
})

test('a new version asks again, about itself only, and an old one cannot be agreed to', async () => {
  const { visitor, id } = await fundedMember(server, 100)
  await agreeToAll(visitor)
  expect(outcome(await donate(visitor, 20))).toEqual([200, 'ok'])
  await publish(staff, 'terms', '# Terms\n\nBe very kind.')
  expect(await consentOf(visitor)).toMatchObject({ agreement: 'again' })
  const refused = await donate(visitor, 20)
  expect([outcome(refused), refused.body.documents]).toEqual([REFUSED, [{ kind: 'terms', version: 2 }]])

  const agree = (documents: object[]) => visitor.post('/api/users/agreements', { documents })
  expect(outcome(await agree([{ kind: 'terms', version: 1 }]))).toEqual([409, 'changed_meanwhile'])
  expect(outcome(await agree([{ kind: 'terms', version: 3 }]))).toEqual([404, 'not_found'])
  expect(outcome(await agree([{ kind: 'privacy', version: 1 }]))).toEqual([404, 'not_found'])
  expect(outcome(await agree([]))).toEqual([409, 'changed_meanwhile'])
  expect(outcome(await agree([{ kind: 'cookies', version: 1 }]))).toEqual([400, 'invalid_request'])
  expect(outcome(await donate(visitor, 20))).toEqual(REFUSED)

  const twice = await Promise.all([1, 2].map(() => agree([{ kind: 'terms', version: 2 }])))
  expect(twice.map(outcome)).toEqual([
    [200, 'ok'],
    [200, 'ok'],
  ])
  expect(outcome(await donate(visitor, 20))).toEqual([200, 'ok'])

  const hash = createHash('sha256').update('# Terms\n\nBe very kind.').digest('hex')
  const { agreed, due } = (await visitor.get('/api/users/agreements')).body.data
  expect([due, agreed.length]).toEqual([null, 2])
  expect(agreed[0]).toMatchObject({ documents: [{ kind: 'terms', version: 2, hash }], country: null })
  expect(agreed[1].documents).toMatchObject([
    { kind: 'terms', version: 1 },
    { kind: 'risk', version: 1 },
  ])
  const seen = (await staff.anna.get(`/api/operator/members/${id}`)).body.data.agreements
  expect(seen).toEqual(agreed)
})

test('a version that one process publishes is asked for by the other at once, also if that keeps what it decides upon', async () => {
  const beside = await startBeside(server)
  const member = await fundedMember(server, 1000)
  const there = visitorOf(beside.url)
  there.token = member.visitor.token
  await agreeToAll(member.visitor)
  for (let times = 0; times < 3; times++) expect(outcome(await donate(there, 20))).toEqual([200, 'ok'])
  await publish(staff, 'privacy', 'We keep little.')
  expect(outcome(await donate(there, 20))).toEqual(REFUSED)
  expect(outcome(await donate(member.visitor, 20))).toEqual(REFUSED)
  expect(outcome(await agreeToAll(member.visitor))).toEqual([200, 'ok'])
  expect(outcome(await donate(there, 20))).toEqual([200, 'ok'])
})

test('anybody reads every version, with the hash of its text', async () => {
  const visitor = server.visit()
  const newest = (await visitor.get('/api/documents/terms')).body.data
  expect(newest).toMatchObject({ kind: 'terms', version: 2, html: expect.stringContaining('<h3>Terms</h3>') as string })
  expect(newest.versions.map(({ version }: { version: number }) => version)).toEqual([2, 1])
  const old = (await visitor.get('/api/documents/terms?version=1')).body.data
  expect(old).toMatchObject({ version: 1, text: '# Terms\n\nBe kind.' })
  expect(old.hash).toBe(createHash('sha256').update(old.text).digest('hex'))
  expect((await visitor.get('/api/documents/terms?version=9')).status).toBe(404)
  expect((await visitor.get('/api/documents/cookies')).status).toBe(400)

  const page = async (path: string) => {
    const response = await fetch(new URL(path, server.url))
    return { status: response.status, text: await response.text() }
  }
  expect(await page('/documents/terms')).toMatchObject({
    status: 200,
    text: expect.stringContaining('Be very kind.') as string,
  })
  const older = await page('/documents/terms-v1')
  expect(older.text).toContain('which is not in force any more')
  expect(older.text).not.toContain('Be very kind.')
  expect((await page('/documents')).status).toBe(200)
  for (const path of ['/documents/cookies', '/documents/terms-v9', '/documents/terms-v0', '/documents/%00'])
    expect((await page(path)).status, path).toBe(404)
})

test('what was agreed to stays as it is: the database refuses to change it', async () => {
  const { rows } = await server.database.query(
    `select bool_or(has_table_privilege('trefoil_app', name, 'update') or has_table_privilege('trefoil_app', name, 'delete')) as may
     from unnest('{legal_document, consent_rule, agreement, agreed_document}'::text[]) name`,
  )
  expect(rows).toEqual([{ may: false }])
})
