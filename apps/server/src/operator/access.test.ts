import * as audit from '@trefoil/contract/operator/audit'
import * as deposits from '@trefoil/contract/operator/deposits'
import * as exported from '@trefoil/contract/operator/exports'
import * as ledger from '@trefoil/contract/operator/ledger'
import * as members from '@trefoil/contract/operator/members'
import * as overview from '@trefoil/contract/operator/overview'
import * as programme from '@trefoil/contract/operator/programme'
import * as proposals from '@trefoil/contract/operator/proposals'
import * as settings from '@trefoil/contract/operator/settings'
import * as withdrawals from '@trefoil/contract/operator/withdrawals'
import type { Route } from '@trefoil/contract/route'
import { expect, test } from 'vitest'
import { fundedMember } from '../testing/money.ts'
import { shareTestServer } from '../testing/server.ts'
import { signInStaff } from '../testing/staff.ts'

const server = await shareTestServer()
const { olga, anna } = await signInStaff(server)
const member = await fundedMember(server, 0)

const contracts = [audit, deposits, exported, ledger, members, overview, programme, proposals, settings, withdrawals]
const routes = contracts.flatMap((one) => Object.values(one)).filter((one) => 'path' in one) as Route[]
const reads = routes.filter(({ access }) => access === 'console')
const writes = routes.filter(({ access }) => access === 'operator')

const pathOf = ({ path }: Route) =>
  `/api${path.replace(':id', path.includes('withdrawals') ? 'none' : '1').replace(':what', 'members')}`
const send = (visitor: typeof olga, route: Route) =>
  visitor.send(route.method, pathOf(route), route.method === 'GET' ? undefined : { body: '{}' })

test('there are routes to try', () => {
  expect(reads.length).toBeGreaterThan(15)
  expect(writes.length).toBeGreaterThan(10)
  expect(routes.every(({ access }) => access === 'console' || access === 'operator')).toBe(true)
})

test('every route that the server has below /operator is among them', async () => {
  const { paths } = (await server.visit().get('/api/docs/json')).body as { paths: Record<string, object> }
  const served = Object.entries(paths).flatMap(([path, methods]) =>
    path.startsWith('/api/operator/') ? Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`) : [],
  )
  const known = routes.map(({ method, path }) => `${method} /api${path.replaceAll(/:(\w+)/g, '{$1}')}`)
  expect(served.toSorted()).toEqual(known.toSorted())
})

test.for(routes.map((route) => [`${route.method} ${route.path}`, route] as const))(
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
    // The operator comes as far as the body, which lacks its reason.
    expect((await send(olga, route)).status).toBe(400)
  },
)

test.for(
  reads
    .filter(({ method, path }) => method === 'GET' && !path.includes('/ledger/entries') && !path.includes('statement'))
    .map((route) => [`${route.method} ${route.path}`, route] as const),
)('%s can be read by operator and auditor alike', async ([, route]) => {
  for (const visitor of [olga, anna]) {
    const answer = await send(visitor, route)
    const expected = route.path === '/operator/withdrawals/:id' ? 404 : 200
    expect(answer.status, JSON.stringify(answer.body)).toBe(expected)
  }
})

test('an operator without two-factor has no console', async () => {
  await server.database.query(`update account set totp_enabled_at = null where name = 'Anna Auditor'`)
  const refused = await anna.get('/api/operator/overview')
  expect([refused.status, refused.body.message]).toEqual([403, 'Set up two-factor authentication first.'])
})
