import * as accounts from '@trefoil/contract/accounts'
import * as activities from '@trefoil/contract/activities'
import * as donations from '@trefoil/contract/donations'
import * as health from '@trefoil/contract/health'
import * as demo from '@trefoil/contract/demo'
import * as network from '@trefoil/contract/network'
import * as passkeys from '@trefoil/contract/passkeys'
import * as profile from '@trefoil/contract/profile'
import type { Route } from '@trefoil/contract/route'
import * as reports from '@trefoil/contract/reports'
import * as securityEvents from '@trefoil/contract/security-events'
import * as settings from '@trefoil/contract/settings'
import * as stages from '@trefoil/contract/programme'
import * as transactions from '@trefoil/contract/transactions'
import * as transfers from '@trefoil/contract/transfers'
import * as twoFactor from '@trefoil/contract/two-factor'
import * as wallet from '@trefoil/contract/wallet'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { consoleRoutes } from '../testing/console-routes.ts'
import { signedIn } from '../testing/people.ts'
import { shareTestServer } from '../testing/server.ts'
import { signInStaff } from '../testing/staff.ts'

const server = await shareTestServer()
const { olga } = await signInStaff(server)
const { visitor: refused } = await signedIn(server)

const routes: Route[] = [
  accounts,
  profile,
  twoFactor,
  securityEvents,
  passkeys,
  settings,
  health,
  donations,
  transfers,
  activities,
  stages,
  network,
  transactions,
  wallet,
].flatMap((file) => (Object.values(file) as (Route | object)[]).filter((each): each is Route => 'path' in each))
const withBody = routes.filter(({ body }) => body !== undefined)
const guarded = routes.filter(({ access }) => access !== 'public')

const deep = '['.repeat(20_000) + ']'.repeat(20_000)
const bodies = {
  'no JSON': '{',
  nothing: '',
  null: 'null',
  'a number': '7',
  'a list': '[]',
  'an empty object': '{}',
  'a prototype': '{"__proto__": {"role": "operator"}}',
  'a constructor': '{"constructor": {"prototype": {"role": "operator"}}}',
  'an unknown field': '{"surprise": true}',
  'a megabyte': JSON.stringify({ name: 'x'.repeat(1024 * 1024) }),
  'a deep nest': deep,
  'a huge number': '{"name": 1e400, "email": -1e400}',
  'wrong types': '{"name": {}, "email": [], "password": true, "identifier": 1, "token": null, "code": {}}',
  'broken text': Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]).toString('latin1'),
}

test.for(withBody.map((route) => [`${route.method} ${route.path}`, route] as const))(
  '%s answers every bad body with a clear 4xx',
  async ([, route]) => {
    for (const [what, body] of Object.entries(bodies)) {
      if (route === profile.updateProfile && what === 'an empty object') continue // changing nothing is allowed
      const answer = await refused.send(route.method, `/api${route.path}`, { body })
      expect(answer.status, what).toBeGreaterThanOrEqual(400)
      expect(answer.status, what).toBeLessThan(500)
      expect(answer.body, what).toMatchObject({ success: false, code: 'invalid_request' })
      expect(JSON.stringify(answer.body), what).not.toMatch(/node_modules|at .*\.ts|stack/)
    }
    const text = await refused.send(route.method, `/api${route.path}`, { body: 'name=x', type: 'text/plain' })
    expect(text.status).toBe(415)
  },
)

test.for(guarded.map((route) => [`${route.method} ${route.path}`, route] as const))(
  '%s is closed without a session, whatever is sent',
  async ([, route]) => {
    for (const authorization of ['', 'Bearer', 'Bearer ', 'Basic x', `Bearer ${'x'.repeat(5000)}`, 'bearer null']) {
      const raw = { body: route.method === 'GET' ? '' : '{}', headers: authorization === '' ? {} : { authorization } }
      const { status, body } = await server.visit().send(route.method, `/api${route.path}`, raw)
      expect([400, 401], `${route.path} ${authorization} ${JSON.stringify(body)}`).toContain(status)
      expect(body.success).toBe(false)
    }
  },
)

test('an unknown path of the API is a 404 in JSON, any other method too', async () => {
  for (const [method, path] of [
    ['GET', '/api/nothing'],
    ['DELETE', '/api/users/profile'],
    ['POST', '/api/users/profile'],
    ['POST', '/nowhere'],
  ] as const) {
    const { status, body } = await server.visit().send(method, path)
    expect([status, body.code], path).toEqual([404, 'not_found'])
  }
  expect((await server.visit().get('/api/%')).status).toBe(400)
})

type Shape = {
  type?: string
  properties?: Record<string, Shape>
  required?: string[]
  items?: Shape
  enum?: unknown[]
  const?: unknown
  anyOf?: Shape[]
  minLength?: number
  minimum?: number
  minItems?: number
}

const shapeOf = (schema: z.ZodType | undefined): Shape | undefined =>
  schema && (z.toJSONSchema(schema, { target: 'draft-7', io: 'input' }) as Shape)

/** A value of this shape, with every field filled. */
function sample(shape: Shape): unknown {
  if (shape.const !== undefined) return shape.const
  if (shape.enum) return shape.enum[0]
  if (shape.anyOf?.[0]) return sample(shape.anyOf[0])
  if (shape.properties)
    return Object.fromEntries(Object.entries(shape.properties).map(([name, one]) => [name, sample(one)]))
  if (shape.items) return Array.from({ length: Math.max(1, shape.minItems ?? 0) }, () => sample(shape.items ?? {}))
  if (shape.type === 'boolean') return true
  if (shape.type === 'string') return 'a text that is long enough'.slice(0, Math.max(12, shape.minLength ?? 0))
  return Math.max(1, shape.minimum ?? 1)
}

const POISON = {
  'a null character': 'a text\u0000 with nothing in it',
  'half a character': 'a text \ud800 with half of one',
  'a line break': 'two\nlines',
  'no such day': '2026-02-31',
  'the year zero': '0000-01-01',
  'a far day': '+275760-09-13T00:00:00.000Z',
  'more than an int': 2_147_483_648,
  'more than a bigint': 1e20,
  'next to nothing': 5e-324,
  'below zero': -1,
}

/** Yields the body once per field, with that field poisoned, including those of nested lists and objects. */
function* poisoned(body: unknown, poison: unknown): Generator {
  if (typeof body === 'object' && body !== null) {
    for (const [name, value] of Object.entries(body))
      for (const worse of poisoned(value, poison))
        yield Array.isArray(body) ? body.with(Number(name), worse) : { ...body, [name]: worse }
  } else yield poison
}

const isRoute = (one: unknown): one is Route => typeof one === 'object' && one !== null && 'access' in one
const more = [demo, reports].flatMap((file) => Object.values(file).filter(isRoute))
const everything = [...routes, ...more, ...consoleRoutes]
const named = (list: Route[]) => list.map((route) => [`${route.method} ${route.path}`, route] as const)
const pathWith = (route: Route, value: string) => `/api${route.path.replace(/:\w+/g, value)}`

/** Required parameters: an account's lines, for example, need an account. */
function neededBy({ query }: Route): Record<string, string> {
  const { properties = {}, required = [] } = shapeOf(query) ?? {}
  return Object.fromEntries(required.map((name) => [name, String(sample(properties[name] ?? {}))]))
}

const pathOf = (route: Route) => pathWith(route, route.path.includes(':what') ? 'members' : '1')

const whoMay = async ({ access }: Route) =>
  access === 'console' || access === 'operator' ? olga : (await signedIn(server)).visitor

test.for(named(everything.filter(({ params }) => params !== undefined)))(
  '%s answers any path parameter',
  async ([, route]) => {
    const visitor = await whoMay(route)
    const body = JSON.stringify(sample(shapeOf(route.body) ?? {}))
    for (const value of [
      '%00',
      'x%00',
      '%20',
      '%ED%A0%80',
      '..',
      '0',
      '-1',
      '1.5',
      '1e3',
      '99999999999',
      '9'.repeat(30),
    ]) {
      const raw = route.method === 'GET' ? undefined : { body }
      const { status, body: reply } = await visitor.send(route.method, pathWith(route, value), raw)
      expect([400, 404, 422], `${value}: ${status} ${JSON.stringify(reply)}`).toContain(status)
      expect(reply.success, value).toBe(false)
    }
  },
)

test.for(named(everything.filter(({ query }) => query !== undefined)))('%s answers any query', async ([, route]) => {
  const visitor = await whoMay(route)
  for (const name of Object.keys(shapeOf(route.query)?.properties ?? {}))
    for (const [what, poison] of Object.entries(POISON)) {
      const query = new URLSearchParams({ ...neededBy(route), [name]: String(poison) })
      const { status, body } = await visitor.get(`${pathOf(route)}?${query.toString()}`)
      expect(status, `${name}: ${what}: ${JSON.stringify(body)}`).toBeLessThan(500)
    }
})

test.for(named(everything.filter(({ body }) => body !== undefined)))(
  '%s answers any field value',
  async ([, route]) => {
    const visitor = await whoMay(route)
    for (const [what, poison] of Object.entries(POISON))
      for (const body of poisoned(sample(shapeOf(route.body) ?? {}), poison)) {
        const raw = { body: JSON.stringify(body) }
        const { status, body: reply } = await visitor.send(route.method, pathOf(route), raw)
        expect(status, `${what}: ${raw.body}: ${JSON.stringify(reply)}`).toBeLessThan(500)
      }
  },
)
