import { apiScope } from '@trefoil/contract/operator/api-keys'
import { exportable } from '@trefoil/contract/operator/exports'
import { expect, test } from 'vitest'
import { scopeOf } from '../http/api-keys.ts'
import { consoleRoutes } from '../testing/console-routes.ts'
import { fundedMember } from '../testing/money.ts'
import { shareTestServer } from '../testing/server.ts'
import { signInStaff } from '../testing/staff.ts'

const server = await shareTestServer()
const { olga, oscar, anna } = await signInStaff(server)
const why = 'For the accountants'

type Scope = (typeof apiScope.options)[number]

async function program(scopes: Scope[], name = 'Accounting') {
  const { status, body } = await olga.post('/api/operator/api-keys', { name, scopes, days: 30, why })
  expect(status).toBe(200)
  const visitor = server.visit()
  visitor.token = body.data.key
  return { visitor, id: body.data.id as number, key: body.data.key as string }
}

const listed = async (id: number) =>
  (await anna.get('/api/operator/api-keys')).body.data.keys.find((one: { id: number }) => one.id === id)

/** What no key reads: keys and webhooks themselves, what members wrote, whom screening suspects, a check of all books, and what only tries things out. */
const NOT_FOR_PROGRAMS = ['api-keys', 'cases', 'invariants', 'payouts', 'screening', 'webhook-deliveries', 'webhooks']

test('every part of the console that can be read has a scope', () => {
  const parts = new Set(consoleRoutes.flatMap((route) => scopeOf(route) ?? []))
  expect([...parts].filter((part) => !NOT_FOR_PROGRAMS.includes(part)).toSorted()).toEqual(apiScope.options.toSorted())
})

test('a key reads what its scopes name, is shown once, and is stored as a hash', async () => {
  const { visitor, id, key } = await program(['ledger', 'overview', 'ledger'])
  expect(key).toMatch(/^trefoil_[\w-]{43}$/)
  for (const path of ['overview', 'ledger/accounts', 'ledger/journals'])
    expect([path, (await visitor.get(`/api/operator/${path}`)).status]).toEqual([path, 200])
  expect(await listed(id)).toMatchObject({ name: 'Accounting', scopes: ['ledger', 'overview'], state: 'active' })
  expect(JSON.stringify(await listed(id))).not.toContain(key.slice(8))
  const { rows } = await server.database.query('select k::text as row from api_key k where id = $1', [id])
  expect(rows[0].row).not.toContain(key.slice(8))
})

test('beyond its scopes, at other people’s routes, and for every action it is refused', async () => {
  const { visitor } = await program(['ledger'])
  const member = await fundedMember(server, 10)
  for (const route of consoleRoutes) {
    if (scopeOf(route) === 'ledger') continue
    const path = `/api${route.path.replace(':id', '1').replace(':update', '1').replace(':what', 'members')}`
    const reply = await visitor.send(route.method, path, route.method === 'GET' ? undefined : { body: '{}' })
    expect([route.path, reply.status, reply.body.code]).toEqual([route.path, 403, 'forbidden'])
  }
  for (const path of ['users/profile', 'users/details', 'activities/history', 'events'])
    expect([401, 403], path).toContain((await visitor.get(`/api/${path}`)).status)
  const order = { recipient_id: member.referralCode, amount: 1 }
  expect((await visitor.post('/api/transfers/process', order)).status).toBe(401)
})

test('a key exports only what it may read as well, and no key exports cases', async () => {
  const needed: Record<string, Scope | null> = {
    members: 'members',
    withdrawals: 'withdrawals',
    deposits: 'deposits',
    unmatched: 'unmatched',
    journals: 'ledger',
    entries: 'ledger',
    donations: 'ledger',
    proposals: 'proposals',
    cases: null,
    agreements: 'members',
    audit: 'audit',
  }
  expect(Object.keys(needed)).toEqual(exportable.options)
  const { visitor: alone } = await program(['export'])
  const { visitor: all } = await program([...apiScope.options])
  const status = async (visitor: typeof all, what: string) => (await visitor.get(`/api/operator/export/${what}`)).status
  for (const [what, scope] of Object.entries(needed)) {
    expect([what, await status(alone, what)]).toEqual([what, 403])
    expect([what, await status(all, what)]).toEqual([what, scope === null ? 403 : 200])
    expect([what, (await olga.get(`/api/operator/export/${what}`)).status]).toEqual([what, 200])
    if (scope === null) continue
    const { visitor: both } = await program(['export', scope])
    const { visitor: others } = await program(apiScope.options.filter((one) => one !== scope))
    expect([what, await status(both, what), await status(others, what)]).toEqual([what, 200, 403])
  }
})

test('revoked, expired, changed by a letter, and of somebody who is no operator any more: none is one', async () => {
  const { visitor, id } = await program(['overview'])
  const status = async () => (await visitor.get('/api/operator/overview')).status
  expect(await status()).toBe(200)
  expect((await oscar.post(`/api/operator/api-keys/${id}/revoke`, { why })).status).toBe(200)
  expect([await status(), (await listed(id)).state]).toEqual([401, 'revoked'])
  expect((await oscar.post(`/api/operator/api-keys/${id}/revoke`, { why })).body.code).toBe('wrong_state')

  const late = await program(['overview'])
  await server.database.query(`update api_key set expires_at = now() where id = $1`, [late.id])
  expect([(await late.visitor.get('/api/operator/overview')).status, (await listed(late.id)).state]).toEqual([
    401,
    'expired',
  ])

  const other = await program(['overview'])
  other.visitor.token = `${other.key.slice(0, -1)}${other.key.endsWith('A') ? 'B' : 'A'}`
  expect((await other.visitor.get('/api/operator/overview')).status).toBe(401)

  const orphan = await program(['overview'])
  const olgas = `(select id from account where name = 'Olga Operator')`
  await server.database.query(`update account set role = 'auditor' where id = ${olgas}`)
  try {
    expect((await orphan.visitor.get('/api/operator/overview')).status).toBe(401)
  } finally {
    await server.database.query(`update account set role = 'operator' where id = ${olgas}`)
  }
  expect((await orphan.visitor.get('/api/operator/overview')).status).toBe(200)
})

test('what it reads of many members is in the audit log under its name, and when it was used is shown', async () => {
  const { visitor, id } = await program(['members'], 'Newsletter')
  expect((await listed(id)).last_used_at).toBeNull()
  expect((await visitor.get('/api/operator/members?q=nobody-of-that-name')).status).toBe(200)
  expect((await listed(id)).last_used_at).not.toBeNull()
  const { lines } = (await anna.get('/api/operator/audit?action=data.read')).body.data
  expect(lines[0]).toMatchObject({ operator: { name: 'Olga Operator' }, agent: `API key ${id}, Newsletter` })
})

test('a key of no scope, of a scope that there is not, and for longer than a year are refused', async () => {
  for (const change of [{ scopes: [] }, { scopes: ['keys'] }, { days: 366 }, { days: 0 }, { name: '' }, { why: '' }]) {
    const body = { name: 'x', scopes: ['ledger'], days: 1, why, ...change }
    expect([change, (await olga.post('/api/operator/api-keys', body)).status]).toEqual([change, 400])
  }
})
