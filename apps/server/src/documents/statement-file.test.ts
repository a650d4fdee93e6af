import { expect, test } from 'vitest'
import { asApplication, openDatabase, openPool } from '../db/database.ts'
import { writeLongHistory } from '../testing/long-history.ts'
import { donate, fundedMember, sendMoney } from '../testing/money.ts'
import { readPdf } from '../testing/pdf.ts'
import { shareTestServer } from '../testing/server.ts'
import { until } from '../testing/until.ts'
import type { Visitor } from '../testing/visitor.ts'
import { readParts } from './statement-file.ts'

const server = await shareTestServer()
const today = new Date().toISOString().slice(0, 10)
const year = Number(today.slice(0, 4))
const RANGE = `from=${year - 1}-01-01&to=${today}`

const download = ({ token }: Visitor, path: string) =>
  fetch(new URL(`/api${path}`, server.url), { headers: { authorization: `Bearer ${token}` } })

async function withHistory(transfers: number) {
  const [member, other] = [await fundedMember(server, 1), await fundedMember(server, 1)]
  await writeLongHistory(server.database, { member: member.id, other: other.id, transfers })
  return { member, other }
}

test('asked for many times at once, a document is made once, and nobody else waits for it', async () => {
  const { member, other } = await withHistory(900)
  const all = Promise.all(Array.from({ length: 20 }, () => download(member.visitor, `/statements.pdf?${RANGE}`)))
  for (let turn = 0; turn < 5; turn += 1) {
    const begun = performance.now()
    expect((await other.visitor.get('/api/users/profile')).status).toBe(200)
    expect(performance.now() - begun).toBeLessThan(3000)
  }
  const replies = await all
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array<number>(19).fill(409)])
  expect(await replies.find(({ status }) => status === 409)?.json()).toMatchObject({
    code: 'wrong_state',
    message: 'Another document of yours is being made. Please wait until it is done.',
  })
})

test('a long statement is made anew if something has happened since', async () => {
  const { member, other } = await withHistory(1200)
  const wanted = { kind: 'statement', format: 'csv', from: `${year - 1}-01-01`, to: today }
  const ask = async () => (await member.visitor.post('/api/statements', wanted)).body.data.state
  const isReady = async () => (await member.visitor.get('/api/statements')).body.data.state === 'ready'
  expect(await ask()).toBe('waiting')
  await until(isReady)
  expect(await ask()).toBe('ready')
  await sendMoney(member.visitor, { amount: 0.5, recipient_id: other.referralCode })
  expect(await ask()).toBe('waiting')
  await until(isReady)
  const text = await (await download(member.visitor, `/statements.csv?${RANGE}`)).text()
  expect(text).toMatch(/^Closing,.*,Impact,,,0\.50000,/m)
})

test('a file that is replaced while it is sent ends there, and is never mixed with the other one', async () => {
  const { id } = await fundedMember(server, 0)
  const write = (content: string) =>
    server.database
      .query(
        `with gone as (delete from statement_file where account_id = $1),
        file as (
          insert into statement_file (account_id, session_id, kind, format, paper, first_day, last_day, state, bytes,
            expires_at, requested_at)
          select $1, id, 'statement', 'csv', 'A4', '2026-01-01', '2026-02-01', 'ready', 8, now() + interval '1 hour',
            clock_timestamp()
          from session where account_id = $1 limit 1 returning requested_at)
      select requested_at::text as at from file`,
        [id],
      )
      .then(async ({ rows }) => {
        await server.database.query(
          'insert into statement_file_part (account_id, number, content) select $1, n, $2 from generate_series(0, 1) n',
          [id, Buffer.from(content)],
        )
        return rows[0].at as string
      })
  const key = { open: (box: Buffer) => box.toString() }
  const db = openDatabase(openPool(asApplication(server.settings.databaseUrl ?? ''), 2))
  const first = readParts(db, { accountId: id, at: await write('b25l' /* "one" */), bytes: 6 }, key)
  expect(String((await first.next()).value)).toBe('one')
  await server.database.query('delete from statement_file where account_id = $1', [id])
  const at = await write('dHdv' /* "two" */)
  await expect(first.next()).rejects.toThrow('replaced')
  const second: string[] = []
  for await (const part of readParts(db, { accountId: id, at, bytes: 6 }, key)) second.push(String(part))
  expect(second).toEqual(['two', 'two'])
  await db.destroy()
})

test('no document says how a day ended that is not over', async () => {
  const { visitor } = await fundedMember(server, 50)
  await donate(visitor, 10)
  const begun = Date.now()
  const later = `${year + 1}-12-31`
  const csv = await (await download(visitor, `/statements.csv?from=${year}-01-01&to=${later}`)).text()
  const dates = Array.from(csv.matchAll(/^Closing,([^,]+),/gm), ([, date = '']) => Date.parse(date))
  expect(dates).toHaveLength(3)
  for (const date of dates) {
    expect(date).toBeGreaterThanOrEqual(begun - 5000)
    expect(date).toBeLessThanOrEqual(Date.now() + 5000)
  }
  for (const path of [`/statements.pdf?from=${year}-01-01&to=${later}`, `/statements/giving.pdf?year=${year}`]) {
    const { pages } = await readPdf(new Uint8Array(await (await download(visitor, path)).arrayBuffer()))
    expect(pages[0]).toMatch(/As of \d+ \w+ \d{4}, \d\d:\d\d UTC/)
  }
  const over = await download(visitor, `/statements.pdf?from=${year - 2}-01-01&to=${year - 2}-12-31`)
  expect((await readPdf(new Uint8Array(await over.arrayBuffer()))).pages[0]).not.toContain('As of')
})

test('nobody has lines counted or receipts drawn without end', async () => {
  const { visitor } = await fundedMember(server, 50)
  const { body } = await donate(visitor, 10)
  const wanted = { kind: 'statement', format: 'csv', from: `${year}-01-01`, to: today }
  const statuses = new Set<number>()
  for (let turn = 0; turn < 250 && !statuses.has(429); turn += 1)
    statuses.add((await visitor.post('/api/statements', wanted)).status)
  expect([...statuses]).toEqual([200, 429])
  expect((await visitor.get(`/api/donations/${body.data.donation_id}/receipt.pdf`)).status).toBe(429)
})
