import { expect, test } from 'vitest'
import { openCause } from '../testing/causes.ts'
import { donate, donateAs, earner, fund, fundedMember, sendMoney, withdraw } from '../testing/money.ts'
import { writeLongHistory } from '../testing/long-history.ts'
import { readPdf } from '../testing/pdf.ts'
import { signIn } from '../testing/people.ts'
import { given, reversing } from '../testing/reversals.ts'
import { shareTestServer } from '../testing/server.ts'
import { signInStaff } from '../testing/staff.ts'
import { until } from '../testing/until.ts'
import type { Visitor } from '../testing/visitor.ts'

const server = await shareTestServer()
const { propose, agree } = reversing(await signInStaff(server))
const today = new Date().toISOString().slice(0, 10)
const year = today.slice(0, 4)
const RANGE = `from=${year}-01-01&to=${today}`

async function download({ token }: Visitor, path: string): Promise<Buffer> {
  const reply = await fetch(new URL(`/api${path}`, server.url), { headers: { authorization: `Bearer ${token}` } })
  expect(reply.status, path).toBe(200)
  const file = Buffer.from(await reply.arrayBuffer())
  expect(file).toHaveLength(Number(reply.headers.get('content-length')))
  expect(reply.headers.get('content-disposition')).toMatch(/^attachment; filename="trefoil-[\w-]+\.(pdf|csv)"$/)
  return file
}

const rowsOf = (file: Buffer): string[] => file.toString().replace('\uFEFF', '').trim().split('\r\n')

test('a statement lists every line between the balances at both ends, and totals by kind', async () => {
  const { visitor, referralCode } = await earner(server, 40)
  await sendMoney(visitor, { amount: 20, recipient_id: referralCode, from: 'available' })
  const held = await withdraw(visitor, { amount: 15 })
  await visitor.post(`/api/transactions/withdrawal/${held.body.data.withdrawal_id}/cancel`)
  await donate(visitor, 10.5)
  const rows = rowsOf(await download(visitor, `/statements.csv?${RANGE}`))
  const short = rows.slice(1).map((row) => {
    const [what, , , kind, description, account, ...figures] = row.split(',')
    return [what, kind, description, account, ...figures].join('|')
  })
  expect(rows[0]).toBe('Row,Date,Log position,Kind,Description,Account,In,Out,Balance,Lines')
  expect(short).toEqual([
    'Opening|||Impact|||0.00000|',
    'Opening|||Available|||0.00000|',
    'Opening|||Held|||0.00000|',
    'Line|Adjustment|Credited by the operators: For a test|Available|40.00000||40.00000|',
    'Line|Transfer|Earnings moved to your impact balance|Available||20.00000|20.00000|',
    'Line|Transfer|Earnings moved to your impact balance|Impact|20.00000||20.00000|',
    'Line|Withdrawal|Withdrawal of $15.00000 requested|Available||15.00000|5.00000|',
    'Line|Withdrawal|Withdrawal of $15.00000 requested|Held|15.00000||15.00000|',
    'Line|Withdrawal|Withdrawal of $15.00000 given back|Held||15.00000|0.00000|',
    'Line|Withdrawal|Withdrawal of $15.00000 given back|Available|15.00000||20.00000|',
    'Line|Donation|Donation of $10.50000 to The cause|Impact||10.50000|9.50000|',
    'Closing|||Impact|||9.50000|',
    'Closing|||Available|||20.00000|',
    'Closing|||Held|||0.00000|',
    'Total|Adjustment||Available|40.00000|0.00000||1',
    'Total|Donation||Impact|0.00000|10.50000||1',
    'Total|Transfer||Available|0.00000|20.00000||1',
    'Total|Transfer||Impact|20.00000|0.00000||1',
    'Total|Withdrawal||Available|15.00000|15.00000||2',
    'Total|Withdrawal||Held|15.00000|15.00000||2',
  ])
  const { title, language, isMarked, tags, pages } = await readPdf(await download(visitor, `/statements.pdf?${RANGE}`))
  expect([language, isMarked]).toEqual(['en', true])
  expect(title).toMatch(/^Statement, 1 January \d{4} to \d/)
  expect(tags).toEqual(expect.arrayContaining(['Document', 'H1', 'H2', 'Table', 'TR', 'TH', 'TD']))
  expect(pages[0]).toContain('Withdrawal of $15.00000 given back')
})

test('a name that a spreadsheet would run stays text', async () => {
  const [sender, receiver] = [await fundedMember(server, 5), await fundedMember(server, 0)]
  await server.database.query('update account set name = $2 where id = $1', [sender.id, '=HYPERLINK("x"), and so on'])
  await sendMoney(sender.visitor, { amount: 1, recipient_id: receiver.referralCode })
  const file = await download(receiver.visitor, `/statements.csv?${RANGE}`)
  expect(file.toString()).toContain('"Transfer from =HYPERLINK(""x""), and so on"')
})

test('what was before the range is its opening balance, and days in which nothing happened are said to be so', async () => {
  const { visitor, id } = await fundedMember(server, 7)
  await server.database.query(
    `update journal set created_at = now() - interval '3 years' where id in (select journal_id from entry where member_id = $1)`,
    [id],
  )
  const rows = rowsOf(await download(visitor, `/statements.csv?${RANGE}`))
  expect(rows.filter((row) => row.startsWith('Line'))).toEqual([])
  expect(rows.find((row) => /^Opening.*Impact/.test(row))).toContain(',7.00000,')
  const { pages } = await readPdf(await download(visitor, `/statements.pdf?${RANGE}&paper=letter`))
  expect(pages[0]).toContain('Nothing happened in these days.')
})

test('a statement of ten years has every line of them, as PDF and as CSV', async () => {
  const { visitor, id } = await fundedMember(server, 7)
  for (let times = 0; times < 9; times += 1) await fund(server, id, 1)
  // One a year.
  await server.database.query(
    `update journal j set created_at = now() - make_interval(years => (10 - n)::int, days => 1)
     from (select id, row_number() over (order by id) as n from journal
       where id in (select journal_id from entry where member_id = $1)) own where j.id = own.id`,
    [id],
  )
  const from = `${Number(year) - 10}-01-01`
  const rows = rowsOf(await download(visitor, `/statements.csv?from=${from}&to=${today}`))
  expect(rows.filter((row) => row.startsWith('Line'))).toHaveLength(10)
  expect(rows.find((row) => /^Opening.*Impact/.test(row))).toContain(',0.00000,')
  expect(rows.find((row) => /^Closing.*Impact/.test(row))).toContain(',16.00000,')
  const { pages } = await readPdf(await download(visitor, `/statements.pdf?from=${from}&to=${today}`))
  expect(pages.join('\n').match(/Deposit of /g)).toHaveLength(10)
  expect(pages.join('\n')).toContain('$16.00000')
})

test('where a clock was set back, a statement begins before the same journal in every account', async () => {
  const { visitor, id, privateKey } = await earner(server, 10)
  for (const amount of [1, 2])
    expect((await sendMoney(visitor, { amount, from: 'available', recipient_id: privateKey })).status).toBe(200)
  // The second move says that it was before the range, though it comes after the first, which is in it.
  await server.database.query(
    `update journal j set created_at = now() - make_interval(days => (array[30, 10, 30])[n])
     from (select id, row_number() over (order by id) as n from journal
       where id in (select journal_id from entry where member_id = $1)) own where j.id = own.id`,
    [id],
  )
  const from = new Date(Date.now() - 20 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
  const rows = rowsOf(await download(visitor, `/statements.csv?from=${from}&to=${today}`))
  const lines = rows.filter((row) => row.startsWith('Line'))
  expect(lines.filter((row) => row.includes('Available'))).toHaveLength(2)
  expect(lines.filter((row) => row.includes(',Impact,'))).toHaveLength(2)
  expect(rows.find((row) => /^Opening.*Available/.test(row))).toContain(',10.00000,')
  expect(rows.find((row) => /^Opening.*Impact/.test(row))).toContain(',0.00000,')
  expect(rows.find((row) => /^Closing.*Impact/.test(row))).toContain(',3.00000,')
})

test('a range that is none is refused', async () => {
  const { visitor } = await fundedMember(server, 0)
  for (const [query, message] of [
    ['from=2026-03-02&to=2026-03-01', 'The first day must not be after the last one.'],
    ['from=2026-02-30&to=2026-03-01', 'There is no day 2026-02-30.'],
    ['from=2026-02-01', 'to is required.'],
    ['from=0001-01-01&to=2026-03-01', 'from has characters that are not allowed.'],
  ])
    expect(await visitor.get(`/api/statements.csv?${query}`), query).toMatchObject({ status: 400, body: { message } })
  expect((await server.visit().get(`/api/statements.csv?${RANGE}`)).status).toBe(401)
  expect((await visitor.get('/api/statements/giving.csv?year=1999')).status).toBe(400)
})

test('a year’s giving is summed by cause and by month, without what was reversed', async () => {
  const member = await fundedMember(server, 100)
  await given(server, member, 10.00001)
  await given(server, member, 20)
  const last = await given(server, member, 30)
  const approved = await agree(await propose(last))
  expect(approved.status, JSON.stringify(approved.body)).toBe(200)
  const rows = rowsOf(await download(member.visitor, `/statements/giving.csv?year=${year}`))
  expect(rows[0]).toBe('Row,Date,Log position,Reference,Cause,Amount,Reversed on,Donations')
  expect(rows.filter((row) => row.startsWith('Donation,'))).toHaveLength(3)
  expect(rows.find((row) => row.includes(',30.00000,'))).toMatch(/,30\.00000,\d{4}-/)
  expect(rows.slice(-3)).toEqual([
    `Month,${today.slice(0, 7)},,,,30.00001,,2`,
    'Cause,,,,The cause,30.00001,,2',
    'Total,,,,,30.00001,,2',
  ])
  const { title, pages } = await readPdf(await download(member.visitor, `/statements/giving.pdf?year=${year}`))
  expect(title).toBe(`Giving in ${year}`)
  expect(pages[0]).toContain('$30.00001')
  expect(pages[0]).toContain('Given in 2 donations.')
  expect(pages[0]).toContain('Not counted: 1 donation of $30.00000 in all, reversed since.')
  expect(pages.join('')).not.toMatch(/deductible/i)
})

test('two causes of one name are two in a year’s giving', async () => {
  const { visitor } = await fundedMember(server, 100)
  const causes = [await openCause(server, 'Twins'), await openCause(server, 'Twins')]
  for (const { slug } of causes) expect((await donateAs(visitor, { amount: 10, cause_id: slug })).status).toBe(200)
  const rows = rowsOf(await download(visitor, `/statements/giving.csv?year=${year}`))
  expect(rows.slice(-3)).toEqual(['Cause,,,,Twins,10.00000,,1', 'Cause,,,,Twins,10.00000,,1', 'Total,,,,,20.00000,,2'])
})

test('a long statement is made in the background, shows progress, and is only for the session that asked', async () => {
  const member = await fundedMember(server, 1)
  const { visitor } = member
  const other = await fundedMember(server, 1)
  await writeLongHistory(server.database, { member: member.id, other: other.id, transfers: 3000 })
  const from = `${Number(year) - 9}-01-01`
  const path = `/statements.csv?from=${from}&to=${today}`
  expect(await visitor.get(`/api${path}`)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('This document has 3001 lines and is made in the background.') },
  })
  expect((await visitor.get('/api/statements')).body.data).toMatchObject({ state: 'none' })
  const wanted = { kind: 'statement', format: 'csv', from, to: today }
  expect((await other.visitor.post('/api/statements', { ...wanted, from: today })).body.data).toMatchObject({
    state: expect.stringMatching(/at_once|waiting/),
  })
  expect((await visitor.post('/api/statements', wanted)).body.data).toMatchObject({ state: 'waiting', ...wanted })
  await until(async () => (await visitor.get('/api/statements')).body.data.state === 'ready')
  expect((await visitor.post('/api/statements', wanted)).body.data.state).toBe('ready')
  const rows = rowsOf(await download(visitor, path))
  expect(rows.filter((row) => row.startsWith('Line'))).toHaveLength(3001)
  expect(rows.find((row) => /^Closing.*Impact/.test(row))).toContain(',1.00000,')
  const { rows: kept } = await server.database.query('select content from statement_file_part where account_id = $1', [
    member.id,
  ])
  expect(kept.some(({ content }) => content.toString('latin1').includes('Transfer'))).toBe(false)

  const elsewhere = server.visit()
  await signIn(elsewhere, member.privateKey)
  expect((await elsewhere.get('/api/statements')).body.data.state).toBe('none')
  expect((await elsewhere.get(`/api${path}`)).status).toBe(409)
  await visitor.post('/api/users/logout')
  const { rowCount } = await server.database.query('select from statement_file where account_id = $1', [member.id])
  expect(rowCount).toBe(0)
})

test('a long PDF is made in the background, page after page', async () => {
  const [member, other] = [await fundedMember(server, 1), await fundedMember(server, 1)]
  await writeLongHistory(server.database, { member: member.id, other: other.id, transfers: 1200 })
  const from = `${Number(year) - 1}-01-01`
  const asked = await member.visitor.post('/api/statements', { kind: 'statement', format: 'pdf', from, to: today })
  expect(asked.body.data.state).toBe('waiting')
  await until(async () => (await member.visitor.get('/api/statements')).body.data.state === 'ready')
  const file = await download(member.visitor, `/statements.pdf?from=${from}&to=${today}`)
  const { pages, isMarked } = await readPdf(file)
  expect(isMarked).toBe(true)
  expect(pages.join('\n').match(/Transfer (from|to) /g)).toHaveLength(1200)
  expect(pages.at(-1)).toContain(`Page ${pages.length}`)
})

test('nobody else’s lines are in a statement', async () => {
  const [one, other] = [await fundedMember(server, 3), await fundedMember(server, 4)]
  await fund(server, other.id, 5)
  const rows = rowsOf(await download(one.visitor, `/statements.csv?${RANGE}`))
  expect(rows.filter((row) => row.startsWith('Line'))).toHaveLength(1)
})
