import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { agreeToAll, publish, setRules } from '../testing/consent.ts'
import { donate, fundedMember, sendMoney } from '../testing/money.ts'
import { PASSCODE } from '../testing/people.ts'
import { shareTestServer } from '../testing/server.ts'
import { signInStaff } from '../testing/staff.ts'
import { until } from '../testing/until.ts'
import type { Answer, Visitor } from '../testing/visitor.ts'

const server = await shareTestServer()
const staff = await signInStaff(server)
const { olga, oscar } = staff
const why = 'Because it is a test'
const outcome = ({ status, body }: Answer) => [status, body.code ?? 'ok']

const RULES = {
  only_these: false,
  countries: [] as string[],
  minimum_age: null as number | null,
  waiting_hours: 0,
  why,
}
const propose = (rules: object) => olga.post('/api/operator/proposals/consent-rules', { ...RULES, ...rules })

// The order of the tests matters: rules and documents are never taken back.

test('a newcomer waits before the first donation, if two operators decided so, and for nothing else', async () => {
  const { visitor, id } = await fundedMember(server, 100)
  const other = await fundedMember(server, 0)
  const early = await fundedMember(server, 100)
  expect(outcome(await donate(early.visitor, 20))).toEqual([200, 'ok'])
  await setRules(staff, { waiting_hours: 24 })
  const refused = await donate(visitor, 20)
  expect(outcome(refused)).toEqual([403, 'waiting_period'])
  const { consent } = (await visitor.get('/api/users/profile')).body.data
  expect(refused.body.message).toContain(`${consent.donate_from.slice(0, 16).replace('T', ' ')} UTC`)
  const { rows } = await server.database.query(
    `select created_at + interval '24 hours' as "from" from account where id = $1`,
    [id],
  )
  expect(new Date(consent.donate_from)).toEqual(rows[0].from)

  // Those who gave before go on, and transfers wait for nothing.
  expect(outcome(await donate(early.visitor, 20))).toEqual([200, 'ok'])
  expect(outcome(await sendMoney(visitor, { amount: 1, recipient_id: other.referralCode }))).toEqual([200, 'ok'])

  await server.database.query(`update account set created_at = now() - interval '24 hours' where id = $1`, [id])
  expect(outcome(await donate(visitor, 20))).toEqual([200, 'ok'])
  expect((await visitor.get('/api/users/profile')).body.data.consent.donate_from).toBeNull()
})

test('rules without a document ask nobody anything', async () => {
  await setRules(staff, { countries: ['KP', 'US'], minimum_age: 18 })
  const { visitor } = await fundedMember(server, 100)
  expect((await visitor.get('/api/users/agreements')).body.data.due).toBeNull()
  expect(outcome(await donate(visitor, 20))).toEqual([200, 'ok'])
})

test('rules are decided by two operators, and make sense', async () => {
  const { id } = (await propose({ minimum_age: 21 })).body.data.proposal
  expect(outcome(await olga.post(`/api/operator/proposals/${id}/approve`, { why }))).toEqual([403, 'forbidden'])
  expect((await olga.get('/api/operator/documents')).body.data).toMatchObject({
    rules: { only_these: false, countries: ['KP', 'US'], minimum_age: 18, waiting_hours: 0 },
    waiting_rules: [{ proposal: id, minimum_age: 21 }],
  })
  expect(outcome(await oscar.post(`/api/operator/proposals/${id}/reject`, { why }))).toEqual([200, 'ok'])
  for (const bad of [
    { countries: ['us'] },
    { countries: ['USA'] },
    { countries: ['ZZ'] },
    { only_these: true },
    { minimum_age: 0 },
    { minimum_age: 121 },
    { waiting_hours: -1 },
    { waiting_hours: 9999 },
    { waiting_hours: 0.5 },
  ])
    expect((await propose(bad)).status, JSON.stringify(bad)).toBe(400)
  expect(outcome(await propose({ countries: ['US', 'KP', 'US'], minimum_age: 18 }))).toEqual([409, 'wrong_state'])
})

test('country and age are asked with the documents: who may not agree is told why, and cannot', async () => {
  await publish(staff, 'terms', 'Be kind.')
  const { visitor } = await fundedMember(server, 100)
  expect((await visitor.get('/api/users/agreements')).body.data.due).toMatchObject({
    documents: [{ kind: 'terms', version: 1 }],
    countries: { only_these: false, countries: ['KP', 'US'] },
    minimum_age: 18,
  })
  expect(outcome(await agreeToAll(visitor, { country: 'US', at_least: 18 }))).toEqual([403, 'country_refused'])
  expect(outcome(await agreeToAll(visitor, { at_least: 18 }))).toEqual([400, 'invalid_request'])
  expect(outcome(await agreeToAll(visitor, { country: 'DE' }))).toEqual([403, 'age_required'])
  expect(outcome(await agreeToAll(visitor, { country: 'DE', at_least: 17 }))).toEqual([403, 'age_required'])
  expect(outcome(await agreeToAll(visitor, { country: 'Germany', at_least: 18 }))).toEqual([400, 'invalid_request'])
  for (const country of ['ZZ', 'QQ', 'EU', 'AA'])
    expect(outcome(await agreeToAll(visitor, { country, at_least: 18 })), country).toEqual([400, 'invalid_request'])
  expect(outcome(await donate(visitor, 20))).toEqual([403, 'agreement_required'])
  expect(outcome(await agreeToAll(visitor, { country: 'DE', at_least: 18 }))).toEqual([200, 'ok'])
  expect(outcome(await donate(visitor, 20))).toEqual([200, 'ok'])
  expect((await visitor.get('/api/users/agreements')).body.data.agreed).toMatchObject([
    { country: 'DE', minimum_age: 18, documents: [{ kind: 'terms', version: 1 }] },
  ])
})

test('other countries or ages ask everybody again, a waiting period alone does not', async () => {
  const { visitor } = await fundedMember(server, 100)
  await agreeToAll(visitor, { country: 'FR', at_least: 18 })
  await donate(visitor, 20)
  await setRules(staff, { countries: ['KP', 'US'], minimum_age: 18, waiting_hours: 1 })
  expect(outcome(await donate(visitor, 20))).toEqual([200, 'ok'])
  await setRules(staff, { only_these: true, countries: ['FR'] })
  expect((await visitor.get('/api/users/agreements')).body.data.due).toMatchObject({ documents: [], minimum_age: null })
  expect(outcome(await donate(visitor, 20))).toEqual([403, 'agreement_required'])
  expect(outcome(await agreeToAll(visitor, { country: 'DE' }))).toEqual([403, 'country_refused'])
  expect(outcome(await agreeToAll(visitor, { country: 'FR' }))).toEqual([200, 'ok'])
  expect(outcome(await donate(visitor, 20))).toEqual([200, 'ok'])
})

test('a country that was refused is known to operators, also if another one is named a moment later', async () => {
  const { visitor, id } = await fundedMember(server, 0)
  await setRules(staff, { countries: ['KP', 'US'] })
  expect(outcome(await agreeToAll(visitor, { country: 'KP' }))).toEqual([403, 'country_refused'])
  expect(outcome(await agreeToAll(visitor, { country: 'KP' }))).toEqual([403, 'country_refused'])
  expect(outcome(await agreeToAll(visitor, { country: 'FR' }))).toEqual([200, 'ok'])
  const refusals = async (reader: Visitor, path: string) =>
    (await reader.get(path)).body.data.events.filter(({ kind }: { kind: string }) => kind === 'country_refused')
  const seen = await refusals(staff.anna, `/api/operator/members/${id}/security-events`)
  // Once a minute, as whatever somebody can cause as often as they like.
  expect([1, 2]).toContain(seen.length)
  expect(seen[0]).toMatchObject({ description: 'A country was named in which we do not offer this', country: 'KP' })
  expect(await refusals(visitor, '/api/users/security-events')).toEqual(seen)
  const { rows } = await server.database.query(
    `select details::text as stored from auth_event where account_id = $1 and kind = 'country_refused'`,
    [id],
  )
  // Under the account's own key, which erasure destroys.
  expect(Buffer.from(rows[0].stored.slice(2), 'hex').toString('latin1')).not.toContain('KP')
})

test('a copy of their data tells members which version they agreed to when, and erasure leaves no country', async () => {
  const { visitor, id } = await fundedMember(server, 0)
  await agreeToAll(visitor, { country: 'FR' })
  await publish(staff, 'terms', 'Be very kind.')
  await agreeToAll(visitor, { country: 'FR' })
  await visitor.post('/api/users/data/export', { password: PASSCODE })
  await until(async () => (await visitor.get('/api/users/data/export')).body.data.state === 'ready')
  const response = await fetch(new URL('/api/users/data/export?file=zip', server.url), {
    headers: { authorization: `Bearer ${visitor.token}` },
  })
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
  const table = (name: string) => JSON.parse(strFromU8(files[`tables/${name}.json`]!)) as Record<string, unknown>[]
  const agreements = table('agreement')
  const common = { id: expect.any(String) as string, agreed_at: expect.any(String) as string, minimum_age: null }
  expect(agreements).toEqual([
    { ...common, country_box: 'FR' },
    { ...common, country_box: 'FR' },
  ])
  const versionsAt = agreements.map(({ id: agreement, agreed_at: at }) => [
    at,
    table('agreed_document').flatMap(({ agreement_id, version }) => (agreement_id === agreement ? [version] : [])),
  ])
  const { agreed } = (await visitor.get('/api/users/agreements')).body.data
  const [newer, older] = agreed as { agreed_at: string }[]
  expect(versionsAt).toEqual([
    [older!.agreed_at, [1]],
    [newer!.agreed_at, [2]],
  ])

  const erased = await visitor.post('/api/users/data/erase', { password: PASSCODE, confirmation: 'ERASE' })
  expect(erased.status, JSON.stringify(erased.body)).toBe(200)
  const { agreements: left } = (await olga.get(`/api/operator/members/${id}`)).body.data
  expect(left).toMatchObject([
    { country: null, documents: [{ kind: 'terms', version: 2 }] },
    { country: null, documents: [{ kind: 'terms', version: 1 }] },
  ])
})
