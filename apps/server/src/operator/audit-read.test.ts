import { expect, test } from 'vitest'
import { earner, fundedMember, withdraw } from '../testing/money.ts'
import { journalOf } from '../testing/reversals.ts'
import { shareTestServer } from '../testing/server.ts'
import { auditLines, signInStaff } from '../testing/staff.ts'

const server = await shareTestServer()
const { olga, anna } = await signInStaff(server)
const members = [await fundedMember(server, 5), await fundedMember(server, 5), await fundedMember(server, 5)]

/** How many lines a look at the lists adds, and the lines. */
async function added(look: () => Promise<unknown>) {
  const before = Number((await auditLines(server, 'true')).at(-1)?.id ?? 0)
  await look()
  return auditLines(server, `id > $1 and action = 'data.read'`, [before])
}

const LISTS = [
  'members',
  'withdrawals',
  'deposits',
  'unmatched',
  'mails/undelivered',
  'ledger/entries?account=cause',
  'ledger/journals',
]

test.each(LISTS)('who looks at the list of %s is in the audit log', async (list) => {
  const [line, ...more] = await added(async () => {
    expect((await anna.get(`/api/operator/${list}`)).status).toBe(200)
  })
  expect(more).toEqual([])
  expect(line).toMatchObject({
    subject: list.replace(/^ledger\/|[?/].*$/g, ''),
    why: 'Looked at the list',
    address: '127.0.0.1',
  })
})

test('polling is one reading; another operator, another filter and another page are others', async () => {
  const path = '/api/operator/members?limit=1'
  const first = (await olga.get(path)).body.data
  const again = await added(async () => {
    for (let poll = 0; poll < 5; poll++) await olga.get(path)
  })
  expect(again).toEqual([])
  const next = await added(async () => {
    const cursor = `&cursor=${first.next_cursor}`
    const { status, body } = await olga.get(path + cursor)
    expect(status).toBe(200)
    await olga.get(path + cursor)
    // Pages that were read anew have other cursors, for the same places.
    const { next_cursor } = (await olga.get(path)).body.data
    expect(next_cursor).not.toBe(first.next_cursor)
    await olga.get(`${path}&cursor=${next_cursor}`)
    await olga.get(`${path}&cursor=${body.data.next_cursor}`)
  })
  expect(next).toHaveLength(2)
  expect(await added(() => olga.get('/api/operator/withdrawals?show=all'))).toHaveLength(1)
  // A quarter of an hour later it is another reading.
  await server.database.query('alter table audit_entry disable trigger user')
  await server.database.query(`update audit_entry set at = at - interval '16 minutes' where action = 'data.read'`)
  await server.database.query('alter table audit_entry enable trigger user')
  expect(await added(() => olga.get(path))).toHaveLength(1)
})

test('a search is recorded with whom it found, and without its words', async () => {
  const [one, other] = members
  const lines = await added(async () => {
    await olga.get(`/api/operator/members?q=${one?.email}`)
    await olga.get(`/api/operator/members?q=${other?.email}`)
    await olga.get(`/api/operator/members?q=nobody-at-all`)
  })
  expect(lines.map(({ details }) => details.found)).toEqual([[one?.id], [other?.id], []])
  expect(new Set(lines.map(({ details }) => details.reading.search)).size).toBe(3)
  expect(JSON.stringify(lines)).not.toContain(one?.email)
})

test('a cursor of another list is refused, and leaves no line', async () => {
  const { next_cursor: cursor } = (await anna.get('/api/operator/ledger/journals?limit=1')).body.data
  const lines = await added(async () => {
    expect((await anna.get(`/api/operator/deposits?cursor=${cursor}`)).status).toBe(400)
  })
  expect(lines).toEqual([])
})

test('who reads people one at a time leaves a line for each, once in a quarter of an hour', async () => {
  const [one, other] = members
  const pages = (id: number | undefined) => [
    `members/${id}`,
    `members/${id}/statement?account=impact`,
    `members/${id}/security-events`,
  ]
  const lines = await added(async () => {
    for (const path of [...pages(one?.id), ...pages(one?.id), ...pages(other?.id)])
      expect((await anna.get(`/api/operator/${path}`)).status).toBe(200)
  })
  expect(lines.map(({ member_id: member }) => member)).toEqual([one?.id, other?.id])
  expect(lines[0]).toMatchObject({ subject: 'member', why: 'Looked at the member', address: '127.0.0.1' })
  expect(await added(() => olga.get(`/api/operator/members/${one?.id}`))).toHaveLength(1)
  expect(await added(() => olga.get('/api/operator/members/2000000000'))).toEqual([])
  const { history } = (await olga.get(`/api/operator/members/${one?.id}`)).body.data
  expect(history.map(({ type }: { type: string }) => type)).not.toContain('data.read')
})

test('a withdrawal, a case and a journal tell of their member, too', async () => {
  const member = await earner(server, 40)
  const withdrawal = (await withdraw(member.visitor)).body.data.withdrawal_id
  const asked = { topic: 'other', subject: 'Where is it?', text: 'I cannot find it.' }
  const { reference } = (await member.visitor.post('/api/support/cases', asked)).body.data
  const journal = await journalOf(server, withdrawal)
  for (const [path, subject] of [
    [`withdrawals/${withdrawal}`, 'member'],
    [`cases/${reference}`, 'member'],
    [`ledger/journals/${journal}`, 'journal'],
  ]) {
    await server.database.query('alter table audit_entry disable trigger user')
    await server.database.query(`update audit_entry set at = at - interval '16 minutes' where action = 'data.read'`)
    await server.database.query('alter table audit_entry enable trigger user')
    const lines = await added(async () => {
      for (let turn = 0; turn < 2; turn += 1) expect((await anna.get(`/api/operator/${path}`)).status).toBe(200)
    })
    expect(lines, path).toMatchObject([{ subject }])
  }
})

test('a program’s readings are its own, once an hour for each member', async () => {
  const [member] = members
  const made = await olga.post('/api/operator/api-keys', {
    name: 'Report',
    scopes: ['members'],
    days: 30,
    why: 'For the report',
  })
  expect(made.status, JSON.stringify(made.body)).toBe(200)
  const program = server.visit()
  program.token = made.body.data.key
  const look = async () => expect((await program.get(`/api/operator/members/${member?.id}`)).status).toBe(200)
  await olga.get(`/api/operator/members/${member?.id}`)
  const [line, ...more] = await added(async () => (await look(), look()))
  expect([line?.agent, more]).toEqual([expect.stringMatching(/^API key \d+, Report$/), []])
  await server.database.query('alter table audit_entry disable trigger user')
  await server.database.query(`update audit_entry set at = at - interval '30 minutes' where action = 'data.read'`)
  await server.database.query('alter table audit_entry enable trigger user')
  expect(await added(look)).toEqual([])
})
