import { expect, test } from 'vitest'
import { shareTestServer } from '../testing/server.ts'
import { signInStaff } from '../testing/staff.ts'
import { until } from '../testing/until.ts'

const server = await shareTestServer({}, { countsDaily: true })
const { olga, oscar } = await signInStaff(server)
const why = 'Because it is a test'

const epochs = async () => (await olga.get('/api/operator/epochs')).body.data.epochs

test('two operators ask for an epoch, which is counted, posted and shown with its cost and coverage', async () => {
  // The first one is made by itself.
  await until(async () => (await epochs())[0]?.state === 'anchored')
  const { proposal } = (await olga.post('/api/operator/proposals/epoch', { why })).body.data
  expect((await olga.post(`/api/operator/proposals/${proposal.id}/approve`, { why })).status).toBe(403)
  expect(await epochs()).toHaveLength(1)
  expect((await oscar.post(`/api/operator/proposals/${proposal.id}/approve`, { why })).status).toBe(200)
  const again = await olga.post('/api/operator/proposals/epoch', { why })
  expect(again.body).toMatchObject({ code: 'wrong_state', message: 'An epoch is under way already.' })
  await until(async () => (await epochs())[0].state === 'anchored')
  const [asked, due] = await epochs()
  expect([asked.proposal_id, due.proposal_id]).toEqual([proposal.id, null])
  expect(asked.number).toBe(due.number + 1)
  expect(Number(asked.cost)).toBeGreaterThan(0)
  expect(asked.coverage_percent).toBeGreaterThanOrEqual(100)
  expect(asked.counted).toBe(asked.owners)
})
