import { defaultProgramme } from '@trefoil/core/programme/default-programme'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import {
  CAUSE_ADDRESS,
  causeText,
  changeByTwo,
  drawPicture,
  openByTwo,
  uploadFile,
  writeCause,
} from '../testing/cause-records.ts'
import { shareTestServer } from '../testing/server.ts'
import { auditLines, signInStaff } from '../testing/staff.ts'
import type { Answer } from '../testing/visitor.ts'

const server = await shareTestServer()
const staff = await signInStaff(server)
const { olga, oscar, anna } = staff
const why = 'Because it is a test'
const OTHER_ADDRESS = '0x2222222222222222222222222222222222222222'

const read = async (id: number) => (await anna.get(`/api/operator/causes/${id}`)).body.data.cause
const refusedFor = async (change: object) => {
  const { status, body } = await olga.post('/api/operator/proposals/cause', { why, ...change })
  return { status, code: body.code, message: body.message }
}

test('an operator writes a draft and changes it, and the audit log says what', async () => {
  const id = await writeCause(olga, { slug: 'a-draft', name: 'A draft' })
  const deductible = [{ jurisdiction: 'DE', words: 'Steuerlich abzugsfähig.' }]
  const body = { ...causeText, slug: 'b-draft', name: 'B', story: 'Long.', deductible, version: 1, why }
  expect((await oscar.put(`/api/operator/causes/${id}`, body)).status).toBe(200)
  expect(await read(id)).toMatchObject({ slug: 'b-draft', name: 'B', story: 'Long.', state: 'draft', deductible })
  const lines = await auditLines(server, `action = 'cause.write' and subject = $1`, [String(id)])
  expect(lines.map(({ details }) => details)).toEqual([
    { name: 'A draft', slug: 'a-draft' },
    { name: 'B', changed: ['slug', 'name', 'story', 'deductible'] },
  ])
})

test('a cause is opened by two, with the address it is paid at', async () => {
  const id = await writeCause(olga, { slug: 'by-two' })
  const proposed = await olga.post('/api/operator/proposals/cause', {
    cause: id,
    change: 'open',
    address: CAUSE_ADDRESS,
    why,
  })
  const { proposal } = proposed.body.data
  expect(proposal.summary).toBe(`Open the cause “Wells”: anybody may give to it, and it is paid at ${CAUSE_ADDRESS}`)
  const alone = await olga.post(`/api/operator/proposals/${proposal.id}/approve`, { why })
  expect([alone.status, alone.body.code]).toEqual([403, 'forbidden'])
  expect((await read(id)).state).toBe('draft')
  expect((await oscar.post(`/api/operator/proposals/${proposal.id}/approve`, { why })).status).toBe(200)
  expect(await read(id)).toMatchObject({ state: 'open', payout_address: CAUSE_ADDRESS })
  expect((await oscar.post(`/api/operator/proposals/${proposal.id}/approve`, { why })).status).toBe(409)
})

test('what people know of a cause stays: its page keeps its address', async () => {
  const id = await openByTwo(staff, { slug: 'known' })
  const moved = await olga.put(`/api/operator/causes/${id}`, { ...causeText, slug: 'unknown', version: 1, why })
  expect([moved.status, moved.body.code]).toEqual([409, 'wrong_state'])
  const kept = { ...causeText, slug: 'known', version: 1, why }
  expect((await olga.put(`/api/operator/causes/${id}`, kept)).status).toBe(200)
  const taken = await olga.post('/api/operator/causes', { ...causeText, slug: 'known', why })
  expect([taken.status, taken.body.message]).toEqual([409, 'Another cause has this address already: choose another.'])
})

test('the address changes by two, and only from the one they saw', async () => {
  const id = await openByTwo(staff, { slug: 'moves' })
  const first = await olga.post('/api/operator/proposals/cause', {
    cause: id,
    change: 'address',
    address: OTHER_ADDRESS,
    why,
  })
  const third = '0x3333333333333333333333333333333333333333'
  expect((await changeByTwo(staff, { cause: id, change: 'address', address: third })).status).toBe(200)
  const late = await oscar.post(`/api/operator/proposals/${first.body.data.proposal.id}/approve`, { why })
  expect([late.status, late.body.code]).toEqual([409, 'wrong_state'])
  expect((await read(id)).payout_address).toBe(third)
  expect(await refusedFor({ cause: id, change: 'address', address: third })).toMatchObject({
    status: 409,
    code: 'wrong_state',
  })
})

test('our own addresses, and what is none, are refused', async () => {
  const id = await writeCause(olga, { slug: 'to-ourselves' })
  const { configuration } = (await olga.get('/api/operator/settings')).body.data
  const vault = configuration.find(({ name }: { name: string }) => name === 'Vault').value
  for (const own of [vault, vault.toLowerCase()])
    expect(await refusedFor({ cause: id, change: 'open', address: own })).toEqual({
      status: 422,
      code: 'invalid_address',
      message: 'This address belongs to the installation itself.',
    })
  const member = server.visit()
  const samples = (await member.get('/api/settings/public')).body.data.demo.sign_ins
  const { body } = await member.post('/api/users/login', {
    identifier: samples[0].private_key,
    password: samples[0].passcode,
  })
  member.token = body.token
  const { wallet_address: address } = (await member.post('/api/wallet/generate')).body.data
  expect(await refusedFor({ cause: id, change: 'open', address })).toEqual({
    status: 422,
    code: 'invalid_address',
    message: 'This is the deposit address of a member.',
  })
  for (const none of ['0x0000000000000000000000000000000000000000', 'somewhere'])
    expect(await refusedFor({ cause: id, change: 'open', address: none })).toMatchObject({
      status: 422,
      code: 'invalid_address',
    })
  expect(await refusedFor({ cause: id, change: 'open' })).toMatchObject({ status: 422, code: 'invalid_address' })
  expect(await refusedFor({ cause: 9999, change: 'close' })).toMatchObject({ status: 404, code: 'not_found' })
})

test('a cause closes and opens again; the default cause never closes', async () => {
  const id = await openByTwo(staff, { slug: 'closes' })
  expect((await changeByTwo(staff, { cause: id, change: 'close' })).status).toBe(200)
  expect((await server.visit().get('/api/causes/closes')).body.data.state).toBe('closed')
  expect(await refusedFor({ cause: id, change: 'close' })).toMatchObject({ status: 409, code: 'wrong_state' })
  expect((await changeByTwo(staff, { cause: id, change: 'open' })).status).toBe(200)
  expect((await read(id)).state).toBe('open')
  expect(await refusedFor({ cause: 1, change: 'close' })).toEqual({
    status: 409,
    code: 'wrong_state',
    message: 'This is the default cause: name another in the programme before you close it.',
  })
  const empty = await writeCause(olga, { slug: 'empty', summary: '' })
  expect(await refusedFor({ cause: empty, change: 'open', address: CAUSE_ADDRESS })).toMatchObject({
    status: 409,
    code: 'wrong_state',
  })
})

const proposeDefault = (cause: number, active_from: string | null = null) =>
  olga.post('/api/operator/proposals/programme', {
    rules: { ...defaultProgramme, default_cause: cause },
    active_from,
    why,
  })
const approve = ({ body }: Answer) => oscar.post(`/api/operator/proposals/${body.data.proposal.id}/approve`, { why })
const answerOf = ({ status, body }: Answer) => [status, body.code, body.message]

test('the programme names an open cause as the default, and says so of others', async () => {
  const draft = await writeCause(olga, { slug: 'not-yet', name: 'Not yet' })
  const closed = await openByTwo(staff, { slug: 'no-more', name: 'No more' })
  // It was open when it was proposed.
  const waiting = await proposeDefault(closed)
  expect(waiting.status).toBe(200)
  expect((await changeByTwo(staff, { cause: closed, change: 'close' })).status).toBe(200)
  const isClosed = [409, 'wrong_state', 'The default cause has to be open: “No more” is closed.']
  expect(answerOf(await approve(waiting))).toEqual(isClosed)
  expect(answerOf(await proposeDefault(closed))).toEqual(isClosed)
  expect(answerOf(await proposeDefault(draft))).toEqual([
    409,
    'wrong_state',
    'The default cause has to be open: “Not yet” is a draft.',
  ])
  expect(answerOf(await proposeDefault(999_999))).toEqual([404, 'not_found', 'There is no such cause.'])
})

test('what will be the default cannot close, from the moment that it is decided', async () => {
  const next = await openByTwo(staff, { slug: 'next', name: 'Next' })
  const closing = await olga.post('/api/operator/proposals/cause', { cause: next, change: 'close', why })
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
  expect((await approve(await proposeDefault(next, tomorrow))).status).toBe(200)
  const sentence = 'This is the default cause: name another in the programme before you close it.'
  expect(answerOf(await approve(closing))).toEqual([409, 'wrong_state', sentence])
  expect(await refusedFor({ cause: next, change: 'close' })).toEqual({
    status: 409,
    code: 'wrong_state',
    message: sentence,
  })
  expect((await read(next)).state).toBe('open')
  // The one that is the default until then cannot close either.
  expect((await refusedFor({ cause: 1, change: 'close' })).message).toBe(sentence)
})

test('bad texts and pictures are answered clearly', async () => {
  const post = async (text: object) => {
    const { status, body } = await olga.post('/api/operator/causes', { ...causeText, slug: 'bad', why, ...text })
    return [status, body.code]
  }
  expect(await post({ summary: 'x'.repeat(281) })).toEqual([400, 'invalid_request'])
  expect(await post({ story: 'x'.repeat(20_001) })).toEqual([400, 'invalid_request'])
  expect(await post({ link: 'javascript:alert(1)' })).toEqual([400, 'invalid_request'])
  expect(await post({ slug: '../bad' })).toEqual([400, 'invalid_request'])
  expect(await post({ picture: '0'.repeat(32) })).toEqual([404, 'not_found'])
  const twice = { jurisdiction: 'DE', words: 'x' }
  expect(await post({ deductible: [twice, twice] })).toEqual([400, 'invalid_request'])

  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  for (const [file, type] of [
    [svg, 'image/svg+xml'],
    [svg, 'image/png'],
    [Buffer.from('{}'), 'application/json'],
    [Buffer.from('x'), 'text/plain'],
  ] as const) {
    const { status, body } = await uploadFile(olga, file, type)
    expect([status, body.message]).toEqual([400, 'This is not a picture in PNG, JPEG or WebP.'])
  }
  const plain = sharp({ create: { width: 8000, height: 6250, channels: 3, background: '#206F48' } })
  for (const [file, sentence] of [
    [await plain.png().toBuffer(), 'This picture has too many pixels: 40 million are allowed, and 16,000 a side.'],
    [(await drawPicture()).subarray(0, 200), 'This picture is damaged and cannot be read.'],
    [Buffer.alloc(0), 'This is not a picture in PNG, JPEG or WebP.'],
  ] as const)
    expect(await uploadFile(olga, file)).toMatchObject({ status: 400, body: { message: sentence } })
  const { status, body } = await uploadFile(olga, Buffer.alloc(5 * 1024 * 1024 + 1))
  expect([status, body.message]).toEqual([413, 'The request is too large.'])
  expect((await uploadFile(anna, svg)).status).toBe(403)
})

test('only a cause that was opened has updates', async () => {
  const id = await writeCause(olga, { slug: 'silent' })
  const update = { title: 'News', text: 'None.', pictures: [] }
  expect((await olga.post(`/api/operator/causes/${id}/updates`, update)).status).toBe(409)
  const open = await openByTwo(staff, { slug: 'loud' })
  expect((await olga.post(`/api/operator/causes/${open}/updates`, update)).status).toBe(200)
  expect((await read(open)).updates).toMatchObject([{ title: 'News', posted_by: { name: 'Olga Operator' } }])
  // Those who gave to it hear of it.
  const { rows } = await server.database.query(
    `select facts ->> 'title' as title from donor_notice where cause_id = $1`,
    [open],
  )
  expect(rows).toEqual([{ title: 'News' }])
  const lost = { ...update, pictures: [{ name: '0'.repeat(32), description: '' }] }
  expect((await olga.post(`/api/operator/causes/${open}/updates`, lost)).status).toBe(404)
  expect((await read(open)).updates).toHaveLength(1)
})

test('an address that was changed is not the cause’s again because it is opened again', async () => {
  const id = await openByTwo(staff, { slug: 'opens-again' })
  await changeByTwo(staff, { cause: id, change: 'close' })
  const proposed = await olga.post('/api/operator/proposals/cause', { cause: id, change: 'open', why })
  await changeByTwo(staff, { cause: id, change: 'address', address: OTHER_ADDRESS })
  const { status } = await oscar.post(`/api/operator/proposals/${proposed.body.data.proposal.id}/approve`, { why })
  expect(status).toBe(409)
  expect(await read(id)).toMatchObject({ state: 'closed', payout_address: OTHER_ADDRESS })
})

test('a page that becomes known at the same moment keeps its address', async () => {
  const id = await writeCause(olga, { slug: 'soon-known' })
  const opener = await server.database.connect()
  await opener.query('begin')
  await opener.query(`update cause set state = 'open' where id = $1`, [id])
  const moved = olga.put(`/api/operator/causes/${id}`, { ...causeText, slug: 'moved', version: 1, why })
  await expect
    .poll(async () => {
      const { rows } = await opener.query(`select from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`)
      return rows.length
    })
    .toBeGreaterThan(0)
  await opener.query('commit')
  opener.release()
  expect((await moved).status).toBe(409)
  expect(await read(id)).toMatchObject({ slug: 'soon-known', state: 'open' })
})

test('after recoveries, too, causes can be written', async () => {
  // Each begins with numbers far beyond those that the forgotten rows may have had.
  for (let times = 0; times < 3; times += 1) await server.database.query('select skip_identities()')
  const id = await writeCause(olga, { slug: 'after-recoveries' })
  expect(await read(id)).toMatchObject({ slug: 'after-recoveries', state: 'draft' })
})
