import { expect, test } from 'vitest'
import { openCause } from '../testing/causes.ts'
import { donate, donateAs, fundedMember, sendMoney, type Funded } from '../testing/money.ts'
import { readPdf, readQr } from '../testing/pdf.ts'
import { journalOf, reversing } from '../testing/reversals.ts'
import { shareTestServer } from '../testing/server.ts'
import { signInStaff } from '../testing/staff.ts'
import type { Visitor } from '../testing/visitor.ts'

const server = await shareTestServer()
const { propose, agree } = reversing(await signInStaff(server))

async function receiptOf({ token }: Visitor, reference: string, query = ''): Promise<Uint8Array> {
  const reply = await fetch(new URL(`/api/donations/${reference}/receipt.pdf${query}`, server.url), {
    headers: { authorization: `Bearer ${token}` },
  })
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  expect(reply.headers.get('content-disposition')).toBe(`attachment; filename="receipt-${reference}.pdf"`)
  expect(reply.headers.get('cache-control')).toContain('no-store')
  return new Uint8Array(await reply.arrayBuffer())
}

async function donor(name = 'Test Person'): Promise<{ member: Funded; reference: string }> {
  const member = await fundedMember(server, 50)
  await server.database.query('update account set name = $2 where id = $1', [member.id, name])
  const { body } = await donate(member.visitor, 12.34567)
  return { member, reference: body.data.donation_id }
}

const verify = (reference: string) => server.visit().get(`/api/receipts/${reference}`)

test('a receipt names reference, amount, date, cause and log position, and its code leads to where it is verified', async () => {
  const { member, reference } = await donor('Zoë Ελένη Дмитрий')
  const position = await journalOf(server, reference)
  const bytes = await receiptOf(member.visitor, reference)
  const { title, language, isMarked, tags, pages, size } = await readPdf(bytes)
  expect([title, language, isMarked, size]).toEqual([`Receipt ${reference}`, 'en', true, [595.28, 841.89]])
  const today = new Date()
  const facts = [
    `Reference ${reference}`,
    'Amount $12.34567 (US dollars)',
    `Date ${today.getUTCDate()} ${today.toLocaleString('en', { month: 'long', timeZone: 'UTC' })} ${today.getUTCFullYear()}, `,
    'Given by Zoë Ελένη Дмитрий',
    'Cause The cause',
    `Log position ${position}`,
  ]
  for (const fact of facts) expect(pages.join('\n')).toContain(fact)
  expect(pages).toHaveLength(1)
  expect(pages[0]).not.toMatch(/deductible|reversed/i)
  const address = `${server.settings.publicUrl}/receipts/${reference}`
  expect(readQr(bytes)).toBe(address)
  expect(tags).toEqual(expect.arrayContaining(['Document', 'H1', 'Table', 'TR', 'TH', 'TD', 'Link']))
  expect(tags).toContain(`Figure: QR code of ${address}`)
  // What a reader says of the link.
  expect(Buffer.from(bytes).toString('latin1')).toContain(`/Contents (${address})`)
  for (const mark of ['/StructTreeRoot', '/MarkInfo', '/Lang (en)', '/DisplayDocTitle true', '/FontFile2'])
    expect(Buffer.from(bytes).toString('latin1')).toContain(mark)
})

test('whoever is signed out gets none, and uses up nothing of what its owner may ask for', async () => {
  const { member, reference } = await donor()
  const { token } = member.visitor
  const asked = async () =>
    (
      await server.database.query(`select points from rate_limit where key like 'document:%' and key like $1`, [
        `%${member.id}`,
      ])
    ).rows
  await receiptOf(member.visitor, reference)
  const before = await asked()
  expect(before).toEqual([{ points: 1 }])
  await member.visitor.post('/api/users/logout')
  for (const path of [`donations/${reference}/receipt.pdf`, 'statements/giving.csv?year=2026']) {
    const reply = await fetch(new URL(`/api/${path}`, server.url), { headers: { authorization: `Bearer ${token}` } })
    expect([path, reply.status]).toEqual([path, 401])
  }
  expect(await asked()).toEqual(before)
})

test('it is also made for Letter, and other papers are refused', async () => {
  const { member, reference } = await donor()
  const { size } = await readPdf(await receiptOf(member.visitor, reference, '?paper=letter'))
  expect(size).toEqual([612, 792])
  expect((await member.visitor.get(`/api/donations/${reference}/receipt.pdf?paper=A0`)).status).toBe(400)
})

test('what the font cannot show is left out visibly, and is in the file nevertheless', async () => {
  const { member, reference } = await donor('山田 太郎 Smith 🌱')
  const bytes = await receiptOf(member.visitor, reference)
  const { pages } = await readPdf(bytes)
  expect(pages[0]).toContain('Given by … … Smith …')
  expect(pages[0]).not.toContain('\u0000')
})

type Words = { jurisdiction: string; words: string }[]

async function donorOf(deductible: Words): Promise<{ member: Funded; reference: string }> {
  const cause = await openCause(server)
  await server.database.query('update cause set deductible = $2 where id = $1', [cause.id, JSON.stringify(deductible)])
  const member = await fundedMember(server, 50)
  const { body } = await donateAs(member.visitor, { amount: 10, cause_id: cause.slug })
  return { member, reference: body.data.donation_id }
}

test('a receipt has the words of each jurisdiction where the cause says that donations are deductible', async () => {
  const { member, reference } = await donorOf([
    { jurisdiction: 'DE', words: 'Steuerlich abzugsfähig nach § 10b EStG.' },
    { jurisdiction: 'US', words: 'Tax-deductible to the extent allowed by law.' },
  ])
  const bytes = await receiptOf(member.visitor, reference)
  const { pages, tags } = await readPdf(bytes)
  expect(pages).toHaveLength(1)
  for (const words of [
    'For your tax return',
    'Germany: Steuerlich abzugsfähig nach § 10b EStG.',
    'United States: Tax-deductible to the extent allowed by law.',
  ])
    expect(pages[0]).toContain(words)
  expect(tags.filter((tag) => tag === 'H2')).toHaveLength(2)
  expect(readQr(bytes)).toBe(`${server.settings.publicUrl}/receipts/${reference}`)

  const { member: other, reference: plain } = await donorOf([])
  const [page] = (await readPdf(await receiptOf(other.visitor, plain))).pages
  expect(page).not.toMatch(/deductible|tax/i)
})

test('however many words there are, none is lost', async () => {
  const letters = 'ABCDEFGHIJKLMNOPQRST'.split('')
  const deductible = letters.map((letter) => ({ jurisdiction: `D${letter}`, words: `${`${letter}word `.repeat(83)}.` }))
  const { member, reference } = await donorOf(deductible)
  const { pages } = await readPdf(await receiptOf(member.visitor, reference, '?paper=letter'))
  expect(pages.length).toBeGreaterThan(1)
  for (const letter of letters) expect(pages.join('\n').match(new RegExp(`${letter}word`, 'g'))).toHaveLength(83)
})

test('nobody else gets a receipt, and there is none for what is no donation', async () => {
  const { member, reference } = await donor()
  const stranger = await fundedMember(server, 5)
  const sent = await sendMoney(stranger.visitor, { amount: 1, recipient_id: member.referralCode })
  for (const [visitor, id] of [
    [stranger.visitor, reference],
    [stranger.visitor, sent.body.data.transfer_id],
    [stranger.visitor, 'donation-0000'],
  ] as const)
    expect(await visitor.get(`/api/donations/${id}/receipt.pdf`)).toMatchObject({
      status: 404,
      body: { code: 'not_found', message: 'You have no donation with this id.' },
    })
  expect((await server.visit().get(`/api/donations/${reference}/receipt.pdf`)).status).toBe(401)
  expect((await verify(sent.body.data.transfer_id)).body.data).toEqual({ genuine: false })
})

test('anybody learns that a receipt is genuine, and nothing about who gave', async () => {
  const { member, reference } = await donor('Nadja Nameless')
  const { status, body } = await verify(reference)
  expect(status).toBe(200)
  expect(body.data).toEqual({
    genuine: true,
    reference,
    amount: 12.34567,
    date: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    cause: 'The cause',
    log_position: await journalOf(server, reference),
    reversed_on: null,
  })
  expect(JSON.stringify(body)).not.toMatch(new RegExp(`Nadja|Nameless|${member.email}|${member.referralCode}`))
})

test('a reference that does not exist is unknown, whatever it looks like', async () => {
  for (const reference of ['donation-0mx', '%00', "'%20or%201=1", '..%2f..%2fusers', '%F0%9F%8C%B1', 'a'.repeat(100)])
    expect(await verify(reference), reference).toMatchObject({ status: 200, body: { data: { genuine: false } } })
  expect((await verify('a'.repeat(101))).status).toBe(404)
})

test('a reversed donation stays genuine, and both its receipt and its page say when it was taken back', async () => {
  const { member, reference } = await donorOf([{ jurisdiction: 'US', words: 'Tax-deductible.' }])
  const approved = await agree(await propose(await journalOf(server, reference)))
  expect(approved.status, JSON.stringify(approved.body)).toBe(200)
  const { body } = await verify(reference)
  expect(body).toMatchObject({
    message: 'Genuine, and reversed since.',
    data: { genuine: true, reversed_on: expect.stringMatching(/^\d{4}-/) },
  })
  const { pages } = await readPdf(await receiptOf(member.visitor, reference))
  expect(pages[0]).toContain('This donation was reversed on ')
  // What was taken back cannot be deducted.
  expect(pages[0]).not.toMatch(/deductible/i)
})

test('nobody asks without end', async () => {
  const visitor = server.visit({ from: '127.0.0.91' })
  const statuses = new Set<number>()
  for (let turn = 0; turn < 130 && !statuses.has(429); turn += 1)
    statuses.add((await visitor.get('/api/receipts/donation-0')).status)
  expect([...statuses]).toEqual([200, 429])
})
