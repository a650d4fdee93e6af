import { expect, test } from 'vitest'
import { agreeToAll, publish } from '../../testing/consent.ts'
import { fundedMember } from '../../testing/money.ts'
import { shareTestServer } from '../../testing/server.ts'
import { signInStaff } from '../../testing/staff.ts'

const server = await shareTestServer()
const staff = await signInStaff(server)
const { olga, oscar, anna } = staff
const why = 'Because it is a test'

const propose = (text: string, kind = 'terms') => olga.post('/api/operator/proposals/document', { kind, text, why })
const list = async () => (await anna.get('/api/operator/documents')).body.data

test('a document is published by two operators, never by one', async () => {
  const { id, details } = (await propose('One.')).body.data.proposal
  expect(details).toMatchObject({ document: 'terms', instead_of: 0 })
  const alone = await olga.post(`/api/operator/proposals/${id}/approve`, { why })
  expect([alone.status, alone.body.code]).toEqual([403, 'forbidden'])
  expect((await list()).documents[0]).toMatchObject({ versions: [], waiting: [{ proposal: id }] })
  expect((await anna.get('/api/documents/terms')).status).toBe(404)
  expect((await anna.post(`/api/operator/proposals/document`, { kind: 'terms', text: 'x', why })).status).toBe(403)

  expect((await oscar.post(`/api/operator/proposals/${id}/approve`, { why })).status).toBe(200)
  expect((await list()).documents[0]).toMatchObject({
    versions: [
      {
        version: 1,
        proposal: id,
        agreed: 0,
        proposed_by: { name: expect.stringMatching(/^Olga/) as string },
        agreed_by: { name: expect.stringMatching(/^Oscar/) as string },
      },
    ],
    waiting: [],
  })
  const { visitor } = await fundedMember(server, 0)
  await agreeToAll(visitor)
  expect((await list()).documents[0].versions[0].agreed).toBe(1)
})

test('the second operator sees the text beside the one in force', async () => {
  await publish(staff, 'risk', 'First.\n\nSecond.')
  const { id } = (await propose('First.\r\n\r\n*Changed.*', 'risk')).body.data.proposal
  expect((await anna.get(`/api/operator/documents/${id}`)).body.data).toEqual({
    kind: 'risk',
    version: null,
    text: 'First.\n\n*Changed.*',
    html: '<p>First.</p>\n<p><em>Changed.</em></p>\n',
    before: 'First.\n\nSecond.',
  })
  expect((await oscar.post(`/api/operator/proposals/${id}/reject`, { why })).status).toBe(200)
  expect((await list()).documents[2]).toMatchObject({ versions: [{ version: 1 }], waiting: [] })
  expect((await anna.get('/api/operator/documents/2147483647')).status).toBe(404)
})

test('of two proposals upon the same version, one is published', async () => {
  const ids = [
    (await propose('A.', 'privacy')).body.data.proposal.id,
    (await propose('B.', 'privacy')).body.data.proposal.id,
  ]
  expect((await oscar.post(`/api/operator/proposals/${ids[0]}/approve`, { why })).status).toBe(200)
  const second = await oscar.post(`/api/operator/proposals/${ids[1]}/approve`, { why })
  expect([second.status, second.body.code]).toEqual([409, 'wrong_state'])
  expect((await propose('A.', 'privacy')).status).toBe(409)
})

test('lists of proposals come without whole texts', async () => {
  const { proposals } = (await anna.get('/api/operator/proposals')).body.data
  const found = proposals.find(({ kind }: { kind: string }) => kind === 'document')
  expect(Object.keys(found.details).toSorted()).toEqual(['document', 'hash', 'instead_of'])
})

test('a text may be long, also in Arabic, and not longer', async () => {
  expect((await propose('ش'.repeat(50_000))).status).toBe(200)
  expect((await propose('x'.repeat(50_001))).status).toBe(400)
  expect((await propose('')).status).toBe(400)
  expect((await propose(' \n ')).status).toBe(400)
  expect((await propose('x', 'cookies')).status).toBe(400)
})

test('tags and scripts in a text are only words, and it cannot turn the direction of others', async () => {
  const html = async (text: string) =>
    (await anna.post('/api/operator/documents/preview', { text })).body.data.html as string
  const shown = await html('<script>alert(1)</script> <img src=x onerror=alert(1)> [x](javascript:alert(1))')
  expect(shown).not.toMatch(/<(script|img|a)\b/)
  for (const character of ['\u202e', '\u2066', '\u0000', '\ud800']) {
    const answer = await propose(`Pay${character}ing`)
    expect([answer.status, answer.body.code], character.codePointAt(0)?.toString(16)).toEqual([400, 'invalid_request'])
  }
})
