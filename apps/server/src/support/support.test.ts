import { expect, test } from 'vitest'
import { CASE_LIMITS } from '@trefoil/core/support/case-state'
import { fundedMember, donate, earner, withdraw } from '../testing/money.ts'
import { mailsTo } from '../testing/outbox.ts'
import { PASSCODE } from '../testing/people.ts'
import { shareTestServer, startTestServer } from '../testing/server.ts'
import { testSettings } from '../testing/settings.ts'
import { auditLines, signInStaff } from '../testing/staff.ts'
import type { Visitor } from '../testing/visitor.ts'
import { asApplication, openDatabase, openPool } from '../db/database.ts'
import { deleteOldCases } from './delete-old.ts'

const server = await shareTestServer({ limits: { ...testSettings({}).limits, supportMessagesPerDay: 500 } })
const { olga, anna } = await signInStaff(server)

const QUESTION = { topic: 'other', subject: 'Where is my receipt?', text: 'I cannot find it.\nPlease help.' }

async function open(visitor: Visitor, changes: object = {}): Promise<string> {
  const { status, body } = await visitor.post('/api/support/cases', { ...QUESTION, ...changes })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data.reference
}

const read = async (visitor: Visitor, reference: string) =>
  (await visitor.get(`/api/support/cases/${reference}`)).body.data
const answer = (reference: string, text: string, solved = false) =>
  olga.post(`/api/operator/cases/${reference}/answer`, { text, solved })
const listed = async (query = '') => (await olga.get(`/api/operator/cases${query}`)).body.data.cases

test('a case goes from question to answer to solution and back', async () => {
  const { visitor, email, id } = await fundedMember(server, 0)
  const reference = await open(visitor)
  expect(reference).toMatch(/^[0-9A-Z]{8}$/)
  expect((await read(visitor, reference)).case).toMatchObject({
    state: 'open',
    subject: QUESTION.subject,
    unread: false,
  })

  expect((await answer(reference, 'Look under Donate.')).status).toBe(200)
  const answered = await read(visitor, reference)
  expect(answered.case).toMatchObject({ state: 'waiting', unread: true })
  expect(answered.messages.map(({ from, text }: { from: string; text: string }) => [from, text])).toEqual([
    ['me', QUESTION.text],
    ['support', 'Look under Donate.'],
  ])
  expect((await visitor.post(`/api/support/cases/${reference}/read`)).status).toBe(200)
  expect((await read(visitor, reference)).case.unread).toBe(false)

  await visitor.post(`/api/support/cases/${reference}/messages`, { text: 'It is not there.' })
  expect((await read(visitor, reference)).case.state).toBe('open')
  await answer(reference, 'Now it is.', true)
  expect((await read(visitor, reference)).case.state).toBe('solved')
  await visitor.post(`/api/support/cases/${reference}/messages`, { text: 'It is not.' })
  expect((await read(visitor, reference)).case.state).toBe('open')
  await visitor.post(`/api/support/cases/${reference}/solve`)
  expect((await read(visitor, reference)).case.state).toBe('solved')

  const mails = await mailsTo(server, email, 2)
  expect(mails.map(({ subject }) => subject)).toEqual([
    `An answer to your case: ${reference}`,
    `Your case is solved: ${reference}`,
  ])
  // Neither what was asked nor what was answered.
  expect(mails.every(({ body }) => !/Donate|receipt/.test(body) && body.includes(`?case=${reference}`))).toBe(true)
  const { notifications } = (await visitor.get('/api/notifications')).body.data
  expect(notifications).toMatchObject([
    { topic: 'support', title: `Your case ${reference} is solved`, link: `/dashboard/support?case=${reference}` },
    { topic: 'support', title: `Support has answered your case ${reference}` },
  ])
  const lines = await auditLines(server, 'member_id = $1 and subject = $2', [id, reference])
  expect(lines.map(({ action, why }) => [action, why])).toEqual([
    ['case.answer', 'Answered'],
    ['case.answer', 'Answered and solved'],
  ])
  expect(JSON.stringify(lines)).not.toMatch(/Look under|Now it is/)
})

test('operators are mailed when a case begins to wait for them, not for every message', async () => {
  const { visitor } = await fundedMember(server, 0)
  const waiting = async () =>
    (
      await server.database.query(
        `select facts ->> 'isNew' as is_new from mail_outbox where kind = 'case waits' and facts ->> 'reference' = $1
         and account_id = (select min(id) from account where role = 'operator') order by id`,
        [reference],
      )
    ).rows.map(({ is_new }) => is_new)
  const reference = await open(visitor)
  await visitor.post(`/api/support/cases/${reference}/messages`, { text: 'And another thing.' })
  expect(await waiting()).toEqual(['true'])
  await answer(reference, 'Yes?')
  await visitor.post(`/api/support/cases/${reference}/messages`, { text: 'This.' })
  expect(await waiting()).toEqual(['true', 'false'])
})

test('nobody else sees or touches a case', async () => {
  const { visitor } = await fundedMember(server, 0)
  const stranger = (await fundedMember(server, 0)).visitor
  const reference = await open(visitor)
  const path = `/api/support/cases/${reference}`
  for (const refused of [
    await stranger.get(path),
    await stranger.post(`${path}/messages`, { text: 'Hello' }),
    await stranger.post(`${path}/solve`),
    await stranger.post(`${path}/read`),
    await stranger.get('/api/support/cases/N0SVCH00'),
  ])
    expect([refused.status, refused.body.message]).toEqual([404, 'There is no such case.'])
  expect((await stranger.get('/api/support/cases')).body.data.cases).toEqual([])
  expect((await visitor.get('/api/support/cases')).body.data.cases).toMatchObject([{ reference, state: 'open' }])
  expect((await anna.get(`/api/operator/cases/${reference}`)).status).toBe(200)
  expect((await anna.post(`/api/operator/cases/${reference}/answer`, { text: 'No', solved: true })).status).toBe(403)
})

test('a case is about a transaction of one’s own only', async () => {
  const { visitor } = await earner(server, 50)
  const { visitor: donor } = await fundedMember(server, 20)
  const withdrawal = (await withdraw(visitor)).body.data.withdrawal_id as string
  await donate(donor, 10)
  const [{ _id: donation }] = (await donor.get('/api/donations/history')).body.data.donations
  const about = { kind: 'withdrawal', id: withdrawal }
  const reference = await open(visitor, { topic: 'transaction', about })
  expect((await read(visitor, reference)).case.about).toEqual(about)
  await open(donor, { topic: 'transaction', about: { kind: 'donation', id: donation } })
  for (const foreign of [about, { kind: 'deposit', id: withdrawal }, { kind: 'transfer', id: donation }]) {
    const { status, body } = await donor.post('/api/support/cases', { ...QUESTION, about: foreign })
    expect([status, body.message]).toEqual([404, `You have no ${foreign.kind} with this id.`])
  }
})

test.each([
  ['an empty text', { text: '' }],
  ['blanks only', { text: ' \n ' }],
  ['more than 4000 characters', { text: 'a'.repeat(4001) }],
  ['a control character', { text: 'bell \u0007' }],
  ['a change of direction', { text: 'evil \u202e txt' }],
  ['half a character', { text: 'half \ud800' }],
  ['a subject of two lines', { subject: 'two\nlines' }],
  ['a long subject', { subject: 'a'.repeat(121) }],
  ['a hash that is none', { transaction: '0x12' }],
  ['another topic', { topic: 'complaint' }],
  ['a finding of its own', { finding: { outcome: 'credited' } }],
])('%s is refused', async (_, changes) => {
  const { visitor } = await fundedMember(server, 0)
  expect((await visitor.post('/api/support/cases', { ...QUESTION, ...changes })).status).toBe(400)
})

test('what looks like markup stays text', async () => {
  const { visitor } = await fundedMember(server, 0)
  const text = '<script>alert(1)</script> & "quotes" עברית 🌱\n\tindented'
  const reference = await open(visitor, { text })
  expect((await read(visitor, reference)).messages[0].text).toBe(text)
})

test('a few open cases at a time, also at the same moment, and not by reopening old ones', async () => {
  const { visitor } = await fundedMember(server, 0)
  const asked = await Promise.all(
    Array.from({ length: CASE_LIMITS.openMax + 3 }, () => visitor.post('/api/support/cases', QUESTION)),
  )
  expect(asked.filter(({ status }) => status === 200)).toHaveLength(CASE_LIMITS.openMax)
  const refused = asked.find(({ status }) => status !== 200)
  expect([refused?.status, refused?.body.code]).toEqual([409, 'wrong_state'])
  const first = asked.find(({ status }) => status === 200)?.body.data.reference as string
  await visitor.post(`/api/support/cases/${first}/solve`)
  await open(visitor)
  expect((await visitor.post(`/api/support/cases/${first}/messages`, { text: 'Again' })).status).toBe(409)
})

test('so many messages a day, and no more look-ups than somebody needs', async () => {
  const own = await startTestServer({ limits: { ...server.settings.limits, supportMessagesPerDay: 3 } })
  const { visitor } = await fundedMember(own, 0)
  const reference = await open(visitor)
  const write = () => visitor.post(`/api/support/cases/${reference}/messages`, { text: 'More' })
  expect([(await write()).status, (await write()).status]).toEqual([200, 200])
  expect(await write()).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } })
  const lookUp = () => visitor.post('/api/support/look-up', { transaction: `0x${'ab'.repeat(32)}` })
  expect(await lookUp()).toMatchObject({ status: 200, body: { data: { outcome: 'unknown' } } })
  let status = 200
  for (let asked = 1; status === 200 && asked < 100; asked += 1) ({ status } = await lookUp())
  expect(status).toBe(429)
})

test('a hash is looked up by the server, and what it found goes with the case', async () => {
  const { visitor } = await fundedMember(server, 0)
  const transaction = 'AB'.repeat(32)
  const reference = await open(visitor, { topic: 'wrong_network', transaction, network: 'Polygon' })
  expect((await read(visitor, reference)).case).toMatchObject({
    transaction: `0x${'ab'.repeat(32)}`,
    network: 'Polygon',
    finding: { outcome: 'unknown', deposit: null, amount: null, confirmations: null },
  })
  expect((await olga.get(`/api/operator/cases/${reference}/payment`)).body.data.outcome).toBe('unknown')
  const question = await open(visitor)
  expect((await olga.get(`/api/operator/cases/${question}/payment`)).status).toBe(404)
})

test('who has waited longest comes first; what was solved last comes first', async () => {
  const { visitor, id } = await fundedMember(server, 0)
  const [one, two, three] = [await open(visitor), await open(visitor), await open(visitor)]
  const own = async (state: string) =>
    (await listed(`?state=${state}&member=${id}`)).map(({ reference }: { reference: string }) => reference)
  // Writing on does not send anybody to the end of the queue; being answered and asking again does.
  await visitor.post(`/api/support/cases/${one}/messages`, { text: 'Are you there?' })
  expect(await own('open')).toEqual([one, two, three])
  await answer(one, 'Yes.')
  expect([await own('open'), await own('waiting')]).toEqual([[two, three], [one]])
  await visitor.post(`/api/support/cases/${one}/messages`, { text: 'Good.' })
  expect(await own('open')).toEqual([two, three, one])
  const why = 'Said twice'
  await olga.post(`/api/operator/cases/${three}/solve`, { why })
  await olga.post(`/api/operator/cases/${two}/solve`, { why })
  expect(await own('solved')).toEqual([two, three])
  expect(await olga.post(`/api/operator/cases/${two}/solve`, { why })).toMatchObject({ status: 409 })
  await olga.post(`/api/operator/cases/${two}/reopen`, { why })
  expect(await own('open')).toEqual([one, two])
  expect(await olga.post(`/api/operator/cases/${two}/reopen`, { why })).toMatchObject({ status: 409 })
  // By reference, as somebody reads it over the telephone, in any state.
  const spoken = `${three.slice(0, 4)}-${three.slice(4).toLowerCase()}`
  expect(await listed(`?q=${spoken}`)).toMatchObject([{ reference: three, state: 'solved', is_new: true }])
  expect(await listed('?q=nothing')).toEqual([])
})

test('the list is read page by page', async () => {
  const { visitor, id } = await fundedMember(server, 0)
  const all = [await open(visitor), await open(visitor), await open(visitor)]
  const seen: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page: { cases: { reference: string }[]; next_cursor: string | null } = (
      await olga.get(`/api/operator/cases?state=open&member=${id}&limit=1${cursor && `&cursor=${cursor}`}`)
    ).body.data
    seen.push(...page.cases.map(({ reference }) => reference))
    cursor = page.next_cursor
  }
  expect(seen).toEqual(all)
})

test('erasure takes the cases and every word in them; the audit log keeps what was done', async () => {
  const { visitor, id } = await fundedMember(server, 0)
  const secret = 'my cat is called Mistigri'
  const reference = await open(visitor, { text: secret })
  await answer(reference, `So ${secret}`)
  const erased = await visitor.post('/api/users/data/erase', { password: PASSCODE, confirmation: 'ERASE' })
  expect(erased.status, JSON.stringify(erased.body)).toBe(200)
  const { rows } = await server.database.query(
    `select (select count(*)::int from support_case where member_id = $1) as cases,
      (select count(*)::int from support_message where text like '%Mistigri%') as messages`,
    [id],
  )
  expect(rows).toEqual([{ cases: 0, messages: 0 }])
  expect(await auditLines(server, 'member_id = $1', [id])).toHaveLength(1)
  expect((await olga.get(`/api/operator/cases/${reference}`)).status).toBe(404)
})

test('solved cases are deleted after two years, open ones never', async () => {
  const { visitor, id } = await fundedMember(server, 0)
  const [old, recent, waiting] = [await open(visitor), await open(visitor), await open(visitor)]
  for (const reference of [old, recent]) await visitor.post(`/api/support/cases/${reference}/solve`)
  await server.database.query(
    `update support_case set changed_at = now() - case reference when $1 then interval '23 months' else interval '25 months' end
     where member_id = $2`,
    [recent, id],
  )
  const pool = openPool(asApplication(server.settings.databaseUrl ?? ''), 1)
  await deleteOldCases(openDatabase(pool))
  await pool.end()
  const { rows } = await server.database.query('select reference from support_case where member_id = $1 order by id', [
    id,
  ])
  expect(rows.map(({ reference }) => reference)).toEqual([recent, waiting])
})
