import sharp from 'sharp'
import { expect, test } from 'vitest'
import { asApplication, openDatabase, openPool } from '../db/database.ts'
import { catchUpDonorNotices } from '../inbox/notice-donors.ts'
import { openByTwo, uploadFile } from '../testing/cause-records.ts'
import { donateAs, fundedMember, type Funded } from '../testing/money.ts'
import { shareTestServer } from '../testing/server.ts'
import { auditLines, signInStaff } from '../testing/staff.ts'

const server = await shareTestServer()
const staff = await signInStaff(server)
const { olga, oscar, anna } = staff
const db = openDatabase(openPool(asApplication(server.settings.databaseUrl ?? ''), 2))
const why = 'Because it is a test'

async function upload(background: string): Promise<{ name: string; large: string }> {
  const create = { width: 80, height: 40, channels: 3, background } as const
  const { status, body } = await uploadFile(olga, await sharp({ create }).png().toBuffer())
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data.picture
}

async function postUpdate(slug: string, pictures: string[] = []) {
  const cause = await openByTwo(staff, { slug })
  const said = { title: 'Two wells', text: 'Dug.', pictures: pictures.map((name) => ({ name, description: 'A well' })) }
  const { body } = await olga.post(`/api/operator/causes/${cause}/updates`, said)
  const path = `/api/operator/causes/${cause}/updates/${body.data.id}`
  return { cause, update: body.data.id as number, path, said }
}

/** The public reads are cached for a moment. */
const publicUpdates = (slug: string) => async () => (await server.visit().get(`/api/causes/${slug}`)).body.data.updates
const ofConsole = async (cause: number) => (await anna.get(`/api/operator/causes/${cause}`)).body.data.cause.updates
const isThere = async ({ large }: { large: string }) => (await server.visit().get(large)).status === 200

test('an update is corrected: the public page says so and when, and the log keeps what it said before', async () => {
  const [kept, replaced] = [await upload('#101010'), await upload('#202020')]
  const { cause, update, path } = await postUpdate('corrected', [kept.name, replaced.name])
  expect(await publicUpdates('corrected')()).toMatchObject([{ title: 'Two wells', corrected_at: null }])
  const correction = { title: 'Three wells', text: '**Dug.**', pictures: [{ name: kept.name, description: 'One' }] }
  const { status, body } = await oscar.put(path, { ...correction, revision: 1, why })
  expect([status, body.data]).toEqual([200, { revision: 2 }])
  await expect.poll(publicUpdates('corrected')).toMatchObject([
    {
      title: 'Three wells',
      html: '<p><strong>Dug.</strong></p>\n',
      corrected_at: expect.stringMatching(/Z$/),
      pictures: [{ description: 'One' }],
    },
  ])
  // What was taken out is not shown to anybody any more, not even by its address.
  expect([await isThere(kept), await isThere(replaced)]).toEqual([true, false])
  expect(await ofConsole(cause)).toMatchObject([
    { revision: 2, posted_by: { name: 'Olga Operator' }, changed_by: { name: 'Oscar Operator' }, withdrawn_at: null },
  ])
  const [line] = await auditLines(server, `action = 'cause.correct_update' and subject = $1`, [String(cause)])
  expect(line).toMatchObject({
    why,
    details: { update, changed: ['title', 'text', 'pictures'], was: { title: 'Two wells', text: 'Dug.' } },
  })
})

test('two operators who correct the same update: the second is told, and changes nothing', async () => {
  const { cause, path, said } = await postUpdate('corrected-twice')
  const both = [olga, oscar].map((who, index) => who.put(path, { ...said, text: `Text ${index}`, revision: 1, why }))
  const answers = await Promise.all(both)
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  const refused = answers.find(({ status }) => status === 409)!
  expect(refused.body.code).toBe('changed_meanwhile')
  expect(refused.body.message).toMatch(/ changed this update meanwhile, at .* UTC: nothing was saved\./)
  const late = await olga.post(`${path}/withdraw`, { revision: 1, why })
  expect([late.status, late.body.code]).toEqual([409, 'changed_meanwhile'])
  const saved = answers.findIndex(({ status }) => status === 200)
  expect(await ofConsole(cause)).toMatchObject([{ text: `Text ${saved}`, revision: 2 }])
})

test('a withdrawn update vanishes from public with its pictures, and operators still see what it was', async () => {
  const [its, another] = [await upload('#303030'), await upload('#404040')]
  const { cause, update, path, said } = await postUpdate('withdrawn', [its.name, another.name])
  const other = { title: 'Another', text: 'Stays.', pictures: [{ name: another.name, description: '' }] }
  await olga.post(`/api/operator/causes/${cause}/updates`, other)
  expect((await oscar.post(`${path}/withdraw`, { revision: 1, why })).status).toBe(200)
  await expect.poll(publicUpdates('withdrawn')).toMatchObject([{ title: 'Another' }])
  const page = await server.visit().get('/causes/withdrawn')
  expect(JSON.stringify(page.body)).not.toContain('Two wells')
  expect([await isThere(its), await isThere(another)]).toEqual([false, true])
  expect(await ofConsole(cause)).toMatchObject([
    { title: 'Another', withdrawn_at: null },
    {
      id: update,
      title: 'Two wells',
      text: 'Dug.',
      pictures: [],
      withdrawn_at: expect.stringMatching(/Z$/),
      changed_by: { name: 'Oscar Operator' },
    },
  ])
  const [line] = await auditLines(server, `action = 'cause.withdraw_update' and subject = $1`, [String(cause)])
  expect(line).toMatchObject({ why, details: { update, title: 'Two wells' } })

  // For good.
  for (const again of [
    await olga.post(`${path}/withdraw`, { revision: 2, why }),
    await olga.put(path, { ...said, pictures: [], revision: 2, why }),
  ])
    expect([again.status, again.body.code, again.body.message]).toEqual([
      409,
      'wrong_state',
      'This update was withdrawn: post a new one instead.',
    ])
})

test('of another cause, or of none, there is no such update', async () => {
  const { update, said } = await postUpdate('has-one')
  const { cause } = await postUpdate('has-another')
  for (const path of [
    `/api/operator/causes/${cause}/updates/${update}`,
    `/api/operator/causes/${cause}/updates/999999`,
  ]) {
    expect((await olga.put(path, { ...said, revision: 1, why })).status).toBe(404)
    expect((await olga.post(`${path}/withdraw`, { revision: 1, why })).status).toBe(404)
  }
  expect(
    (await anna.put(`/api/operator/causes/${cause}/updates/${update}`, { ...said, revision: 1, why })).status,
  ).toBe(403)
})

const newsOf = async ({ visitor }: Funded) =>
  (await visitor.get('/api/notifications')).body.data.notifications.filter(
    ({ topic }: { topic: string }) => topic === 'causes',
  )

test('donors read in their inbox what the update says now', async () => {
  const cause = await openByTwo(staff, { slug: 'told', name: 'Told' })
  const donor = await fundedMember(server, 50)
  expect((await donateAs(donor.visitor, { amount: 20, cause_id: 'told' })).status).toBe(200)
  const said = { title: 'Two wells', text: 'Dug.', pictures: [] }
  const { body } = await olga.post(`/api/operator/causes/${cause}/updates`, said)
  const path = `/api/operator/causes/${cause}/updates/${body.data.id}`
  await catchUpDonorNotices(db)
  await expect.poll(() => newsOf(donor)).toMatchObject([{ title: 'Two wells' }])
  await olga.put(path, { ...said, title: 'Three wells', revision: 1, why })
  expect(await newsOf(donor)).toMatchObject([{ title: 'Three wells', link: '/causes/told' }])
  await olga.post(`${path}/withdraw`, { revision: 2, why })
  expect(await newsOf(donor)).toMatchObject([
    { title: 'An update was withdrawn', text: 'Told has taken back what it told you here.', link: '/causes/told' },
  ])
})

test('who was not told yet when an update is withdrawn is not told', async () => {
  const { cause, update, path } = await postUpdate('not-told')
  // As if the worker had not come to it.
  await server.database.query('update donor_notice set done_at = null where update_id = $1', [update])
  await olga.post(`${path}/withdraw`, { revision: 1, why })
  const { rows } = await server.database.query(
    'select done_at is not null as done from donor_notice where cause_id = $1',
    [cause],
  )
  expect(rows).toEqual([{ done: true }])
})
