import { expect, test } from 'vitest'
import { causeText, writeCause } from '../testing/cause-records.ts'
import { shareTestServer } from '../testing/server.ts'
import { auditLines, signInStaff } from '../testing/staff.ts'

const server = await shareTestServer()
const { olga, oscar, anna } = await signInStaff(server)
const why = 'Because it is a test'

const read = async (id: number) => (await anna.get(`/api/operator/causes/${id}`)).body.data.cause
const linesOf = (id: number) => auditLines(server, `action = 'cause.write' and subject = $1`, [String(id)])

test('who saves a cause that another changed meanwhile is told so, and changes nothing', async () => {
  const slug = 'beside'
  const id = await writeCause(olga, { slug })
  const { version } = await read(id)
  const first = await oscar.put(`/api/operator/causes/${id}`, { ...causeText, slug, story: 'His.', version, why })
  expect([first.status, first.body.data.version]).toEqual([200, version + 1])
  const second = await olga.put(`/api/operator/causes/${id}`, { ...causeText, slug, name: 'Hers', version, why })
  expect([second.status, second.body.code]).toEqual([409, 'changed_meanwhile'])
  expect(second.body.message).toMatch(
    /^Oscar Operator changed this cause meanwhile, at \d{4}-\d\d-\d\d \d\d:\d\d UTC: nothing was saved\./,
  )
  expect(await read(id)).toMatchObject({
    name: 'Wells',
    story: 'His.',
    version: version + 1,
    written_by: { name: 'Oscar Operator' },
  })
  expect(await linesOf(id)).toHaveLength(2)
  // Having read it, she may.
  const again = { ...causeText, slug, name: 'Hers', story: 'His.', version: version + 1, why }
  expect((await olga.put(`/api/operator/causes/${id}`, again)).status).toBe(200)
  expect(await read(id)).toMatchObject({ name: 'Hers', story: 'His.', written_by: { name: 'Olga Operator' } })
})

test('of two who save at the same moment, one is told', async () => {
  const slug = 'same-moment'
  const id = await writeCause(olga, { slug })
  const answers = await Promise.all(
    [olga, oscar].map((who, index) =>
      who.put(`/api/operator/causes/${id}`, { ...causeText, slug, name: `Name ${index}`, version: 1, why }),
    ),
  )
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  const saved = answers.findIndex(({ status }) => status === 200)
  expect(await read(id)).toMatchObject({ name: `Name ${saved}`, version: 2 })
})

test('saving the same again, because no answer came, is no conflict', async () => {
  const slug = 'twice-the-same'
  const id = await writeCause(olga, { slug })
  const body = { ...causeText, slug, story: 'New.', version: 1, why }
  for (let times = 0; times < 2; times += 1) {
    const { status, body: reply } = await olga.put(`/api/operator/causes/${id}`, body)
    expect([status, reply.data.version]).toEqual([200, 2])
  }
  expect(await linesOf(id)).toHaveLength(2)
})

test('a change that names no version is not accepted', async () => {
  const id = await writeCause(olga, { slug: 'no-version' })
  const { status, body } = await olga.put(`/api/operator/causes/${id}`, { ...causeText, slug: 'no-version', why })
  expect([status, body.code, body.message]).toEqual([400, 'invalid_request', 'version is required.'])
})
