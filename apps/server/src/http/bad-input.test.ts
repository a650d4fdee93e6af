import * as accounts from '@trefoil/contract/accounts'
import * as activities from '@trefoil/contract/activities'
import * as donations from '@trefoil/contract/donations'
import * as health from '@trefoil/contract/health'
import * as network from '@trefoil/contract/network'
import * as profile from '@trefoil/contract/profile'
import type { Route } from '@trefoil/contract/route'
import * as settings from '@trefoil/contract/settings'
import * as stages from '@trefoil/contract/stages'
import * as transactions from '@trefoil/contract/transactions'
import * as transfers from '@trefoil/contract/transfers'
import * as twoFactor from '@trefoil/contract/two-factor'
import * as wallet from '@trefoil/contract/wallet'
import { expect, test } from 'vitest'
import { signedIn } from '../testing/people.ts'
import { shareTestServer } from '../testing/server.ts'

const server = await shareTestServer()

const routes: Route[] = [
  accounts,
  profile,
  twoFactor,
  settings,
  health,
  donations,
  transfers,
  activities,
  stages,
  network,
  transactions,
  wallet,
].flatMap((file) => Object.values(file) as Route[])
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
    const { visitor } = await signedIn(server)
    for (const [what, body] of Object.entries(bodies)) {
      if (route === profile.updateProfile && what === 'an empty object') continue // nothing to change is no mistake
      const answer = await visitor.send(route.method, `/api${route.path}`, { body })
      expect(answer.status, what).toBeGreaterThanOrEqual(400)
      expect(answer.status, what).toBeLessThan(500)
      expect(answer.body, what).toMatchObject({ success: false, code: 'invalid_request' })
      expect(JSON.stringify(answer.body), what).not.toMatch(/node_modules|at .*\.ts|stack/)
    }
    const text = await visitor.send(route.method, `/api${route.path}`, { body: 'name=x', type: 'text/plain' })
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
