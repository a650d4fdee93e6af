import type { Route } from '@trefoil/contract/route'
import { expect, test } from 'vitest'
import { consoleRoutes } from '../testing/console-routes.ts'
import { fundedMember } from '../testing/money.ts'
import { shareTestServer } from '../testing/server.ts'
import { signInStaff } from '../testing/staff.ts'

const server = await shareTestServer()
const { olga, anna } = await signInStaff(server)
const member = await fundedMember(server, 0)

const reads = consoleRoutes.filter(({ access }) => access === 'console')
const writes = consoleRoutes.filter(({ access }) => access === 'operator')

/** Those that say of what. */
const NEEDS_QUERY = ['/ledger/entries', 'statement', '/recovery/dry-run', '/payouts/dry-run']

const pathOf = ({ path }: Route) =>
  `/api${path
    .replace(':id', path.includes('withdrawals') ? 'none' : '1')
    .replace(':what', 'members')
    .replace(':reference', 'N0SVCH00')}`
const send = (visitor: typeof olga, route: Route) =>
  visitor.send(route.method, pathOf(route), route.method === 'GET' ? undefined : { body: '{}' })

/** There is no such withdrawal, case or webhook, and the first journal, a deposit, cannot be reversed. */
const OTHER_STATUS: Record<string, number> = {
  '/operator/withdrawals/:id': 404,
  '/operator/cases/:reference': 404,
  '/operator/documents/:id': 404,
  '/operator/cases/:reference/payment': 404,
  '/operator/webhooks/:id/deliveries': 404,
  '/operator/webhook-deliveries/:id': 404,
  '/operator/ledger/journals/:id/reversal': 409,
}

test('there are routes to try', () => {
  expect(reads.length).toBeGreaterThan(15)
  expect(writes.length).toBeGreaterThan(10)
  expect(consoleRoutes.every(({ access }) => access === 'console' || access === 'operator')).toBe(true)
})

test('the list has every route below /operator', async () => {
  const { paths } = (await server.visit().get('/api/docs/json')).body as { paths: Record<string, object> }
  const served = Object.entries(paths).flatMap(([path, methods]) =>
    path.startsWith('/api/operator/') ? Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`) : [],
  )
  const known = consoleRoutes.map(({ method, path }) => `${method} /api${path.replaceAll(/:(\w+)/g, '{$1}')}`)
  expect(served.toSorted()).toEqual(known.toSorted())
})

test.for(consoleRoutes.map((route) => [`${route.method} ${route.path}`, route] as const))(
  "%s answers a member's token with 403, and no token with 401",
  async ([, route]) => {
    const refused = await send(member.visitor, route)
    expect([refused.status, refused.body.code]).toEqual([403, 'forbidden'])
    expect((await send(server.visit(), route)).status).toBe(401)
  },
)

test.for(writes.map((route) => [`${route.method} ${route.path}`, route] as const))(
  '%s is not for auditors',
  async ([, route]) => {
    const refused = await send(anna, route)
    expect([refused.status, refused.body.code]).toEqual([403, 'forbidden'])
    // The operator gets as far as the body, which lacks a reason.
    expect((await send(olga, route)).status).toBe(400)
  },
)

test.for(
  reads
    .filter(({ method, path }) => method === 'GET' && !NEEDS_QUERY.some((part) => path.includes(part)))
    .map((route) => [`${route.method} ${route.path}`, route] as const),
)('%s can be read by operator and auditor alike', async ([, route]) => {
  for (const visitor of [olga, anna]) {
    const answer = await send(visitor, route)
    expect(answer.status, JSON.stringify(answer.body)).toBe(OTHER_STATUS[route.path] ?? 200)
  }
})

test('a session that showed no code cannot open the console, even if two-factor is on by now', async () => {
  const { rows } = await server.database.query(
    `update account set totp_enabled_at = null where name = 'Oscar Operator' returning id`,
  )
  const samples = (await server.visit().get('/api/settings/public')).body.data.demo.sign_ins
  const oscar = samples.find(({ name }: { name: string }) => name === 'Oscar Operator')
  const thief = server.visit()
  const { body } = await thief.post('/api/users/login', { identifier: oscar.private_key, password: oscar.passcode })
  thief.token = body.token
  await server.database.query('update account set totp_enabled_at = now() where id = $1', [rows[0].id])
  const refused = await thief.get('/api/operator/overview')
  expect([refused.status, refused.body.message]).toEqual([
    403,
    'Sign in again with your second factor: this session has shown none.',
  ])
  expect((await thief.get('/api/users/profile')).status).toBe(200)
})

test('an operator without two-factor cannot open the console', async () => {
  await server.database.query(`update account set totp_enabled_at = null where name = 'Anna Auditor'`)
  const refused = await anna.get('/api/operator/overview')
  expect([refused.status, refused.body.message]).toEqual([403, 'Set up two-factor authentication first.'])
})
