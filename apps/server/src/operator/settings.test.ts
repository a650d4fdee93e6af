import { expect, test } from 'vitest'
import { shareTestServer } from '../testing/server.ts'
import { signInStaff } from '../testing/staff.ts'
import { until } from '../testing/until.ts'

const server = await shareTestServer()
const { olga, oscar } = await signInStaff(server)
const why = 'Because it is a test'

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
