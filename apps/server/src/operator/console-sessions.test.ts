import type { Route } from '@trefoil/contract/route'
import { beforeEach, expect, test } from 'vitest'
import { recoveryCodeHash } from '../members/second-factor.ts'
import { makeKeyring } from '../secrets/keyring.ts'
import { consoleRoutes } from '../testing/console-routes.ts'
import { shareTestServer } from '../testing/server.ts'
import { signInStaff } from '../testing/staff.ts'
import type { Visitor } from '../testing/visitor.ts'

const server = await shareTestServer()
const { olga, anna } = await signInStaff(server)
const OVERVIEW = '/api/operator/overview'
const REFRESH = '/api/v1/auth/refresh-token'
const why = 'Because it is a test'

/** Noted here: a refused refresh clears the cookie. */
const sessionIds = new Map([olga, anna].map((each) => [each, each.cookies.get('trefoil_refresh')?.split('.')[0]]))

const changeSession = (visitor: Visitor, set: string) =>
  server.database.query(`update session set ${set} where id = $1`, [sessionIds.get(visitor)])

beforeEach(() => changeSession(olga, 'active_at = now(), second_factor_at = now()'))

const acts = consoleRoutes.filter(({ access }) => access === 'operator')
const pathOf = ({ path }: Route) => `/api${path.replace(':id', path.includes('withdrawals') ? 'none' : '1')}`

test.for(acts.map((route) => [`${route.method} ${route.path}`, route] as const))(
  '%s asks for the second factor again after five minutes',
  async ([, route]) => {
    await changeSession(olga, `second_factor_at = now() - interval '5 minutes 1 second'`)
    const asked = await olga.send(route.method, pathOf(route), { body: '{}' })
    expect([asked.status, asked.body.code]).toEqual([403, 'step_up_required'])
    await changeSession(olga, `second_factor_at = now() - interval '4 minutes 50 seconds'`)
    // As far as the body, which lacks a reason.
    expect((await olga.send(route.method, pathOf(route), { body: '{}' })).status).toBe(400)
  },
)

test('reading goes on without it, and a code, once, opens the way for the next five minutes', async () => {
  const recoveryCode = await recoveryCodeOf('Olga Operator')
  await changeSession(olga, `second_factor_at = now() - interval '1 hour'`)
  expect((await olga.get(OVERVIEW)).status).toBe(200)
  const wrong = await olga.post('/api/users/sessions/step-up', { code: '000000' })
  expect([wrong.status, wrong.body.code]).toEqual([422, 'wrong_code'])
  const mail = () => olga.put('/api/operator/settings', { mail_operators: true, why })
  expect((await mail()).body.code).toBe('step_up_required')
  expect((await olga.post('/api/users/sessions/step-up', { code: recoveryCode })).status).toBe(200)
  expect((await mail()).status).toBe(200)
  expect((await olga.post('/api/users/sessions/step-up', { code: recoveryCode })).body.code).toBe('wrong_code')
  const { rows } = await server.database.query(
    `select kind from auth_event join account on account.id = account_id
      where name = 'Olga Operator' order by auth_event.id desc limit 3`,
  )
  expect(rows.map(({ kind }) => kind)).toContain('step_up')
})

test('a console session ends after 30 minutes without input, however much its pages poll and refresh', async () => {
  await changeSession(olga, `active_at = now() - interval '29 minutes 50 seconds'`)
  expect((await olga.get(OVERVIEW)).status).toBe(200)
  const { body } = await olga.get(REFRESH)
  olga.token = body.data.accessToken
  await changeSession(olga, `active_at = active_at - interval '11 seconds'`)
  expect((await olga.get(OVERVIEW)).status).toBe(401)
  expect((await olga.post('/api/users/sessions/activity')).status).toBe(401)
  expect((await olga.get(REFRESH)).status).toBe(401)
})

test('reported input begins the half hour anew, and tells how much is left', async () => {
  await changeSession(olga, `active_at = now() - interval '29 minutes 50 seconds'`)
  const { status, body } = await olga.post('/api/users/sessions/activity')
  expect([status, body.data.idle_seconds]).toEqual([200, 1800])
  expect(body.data.whole_seconds).toBeGreaterThan(11 * 3600)
  expect(body.data.whole_seconds).toBeLessThanOrEqual(12 * 3600)
  await changeSession(olga, `active_at = active_at - interval '29 minutes'`)
  expect((await olga.get(OVERVIEW)).status).toBe(200)
})

test('a console session ends after twelve hours, whatever is done', async () => {
  const { rows } = await server.database.query(
    `select distinct (extract(epoch from expires_at - session.created_at) / 3600)::int as hours
      from session join account on account.id = account_id where role <> 'member'`,
  )
  expect(rows).toEqual([{ hours: 12 }])
  expect((await anna.get(OVERVIEW)).status).toBe(200)
  await changeSession(anna, 'expires_at = now()')
  expect((await anna.post('/api/users/sessions/activity')).status).toBe(401)
  expect((await anna.get(OVERVIEW)).status).toBe(401)
})

/** Beside the authenticator, whose code at this moment was used at the sign-in. */
async function recoveryCodeOf(name: string): Promise<string> {
  const recoveryCode = 'abcd-efgh-jkmn'
  await server.database.query(
    'insert into recovery_code (account_id, code_hash) select id, $2 from account where name = $1',
    [name, recoveryCodeHash(makeKeyring(server.settings.secret ?? ''), recoveryCode)],
  )
  return recoveryCode
}
