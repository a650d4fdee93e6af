import { afterEach, expect, test } from 'vitest'
import { shareTestServer } from '../testing/server.ts'
import { signInStaff } from '../testing/staff.ts'
import { until } from '../testing/until.ts'
import type { Visitor } from '../testing/visitor.ts'

const server = await shareTestServer()
afterEach(() => setBack())
const { olga, oscar } = await signInStaff(server)
const why = 'Because it is a test'

test('concurrent changes of different settings both survive', async () => {
  await olga.put('/api/operator/settings', { mail_operators: true, why })
  const proposal = await propose('silence_mail')
  const other = await server.database.connect()
  try {
    await other.query('begin')
    await other.query(
      `update installation set value = value || '{"payoutsPausedWhy": "Something is wrong"}' where key = 'switches'`,
    )
    const mailing = approve(oscar, proposal)
    const blocked = `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%installation%'`
    await until(async () => (await server.database.query(blocked)).rows.length > 0)
    await other.query('commit')
    expect((await mailing).status).toBe(200)
  } finally {
    other.release()
  }
  const { payouts_paused: paused, mail_operators: mail } = (await olga.get('/api/operator/settings')).body.data
  expect({ paused, mail }).toEqual({ paused: true, mail: false })
})

test('one operator alone pauses payouts, and does not resume them or silence mail', async () => {
  expect((await olga.put('/api/operator/settings', { payouts_paused: true, why: 'The float is odd' })).status).toBe(200)
  for (const body of [{ payouts_paused: false }, { mail_operators: false }]) {
    const alone = await olga.put('/api/operator/settings', { ...body, why })
    expect([alone.status, alone.body.code]).toEqual([400, 'invalid_request'])
  }
  for (const change of ['resume_payouts', 'silence_mail']) {
    const own = await approve(olga, await propose(change))
    expect([own.status, own.body.code]).toEqual([403, 'forbidden'])
  }
  expect(await switches()).toMatchObject({ payouts_paused: true, mail_operators: true })
})

test('two operators resume payouts, as long as the pause is the one that they agreed about', async () => {
  await olga.put('/api/operator/settings', { payouts_paused: true, why: 'The float is odd' })
  const first = await propose('resume_payouts')
  await oscar.put('/api/operator/settings', { payouts_paused: true, why: 'A key was seen' })
  const outdated = await approve(oscar, first)
  expect([outdated.status, outdated.body.code]).toEqual([409, 'wrong_state'])
  expect(outdated.body.message).toContain('A key was seen')
  expect(await switches()).toMatchObject({ payouts_paused: true })

  const second = await propose('resume_payouts')
  const agreed = await approve(oscar, second)
  expect(agreed.body.data.proposal).toMatchObject({
    state: 'done',
    summary: 'Let payouts leave again, which were paused because: A key was seen',
  })
  expect(await switches()).toMatchObject({ payouts_paused: false, payouts_paused_why: null })
  const again = await olga.post('/api/operator/proposals/settings', { change: 'resume_payouts', why })
  expect([again.status, again.body.code]).toEqual([409, 'wrong_state'])
})

const switches = async () => (await olga.get('/api/operator/settings')).body.data

async function propose(change: string): Promise<number> {
  const { status, body } = await olga.post('/api/operator/proposals/settings', { change, why })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data.proposal.id
}

const approve = (by: Visitor, id: number) => by.post(`/api/operator/proposals/${id}/approve`, { why })

const setBack = () => server.database.query(`update installation set value = '{}' where key = 'switches'`)
