import { expect, test } from 'vitest'
import { donate, earner, sendMoney } from '../testing/money.ts'
import { hasPdftotext, pdftotext, readPdf } from '../testing/pdf.ts'
import { shareTestServer } from '../testing/server.ts'
import type { Visitor } from '../testing/visitor.ts'

const server = await shareTestServer()
const today = new Date().toISOString().slice(0, 10)
const year = today.slice(0, 4)
const STATEMENT = `/statements.pdf?from=${year}-01-01&to=${today}`

async function download({ token }: Visitor, path: string): Promise<Uint8Array> {
  const reply = await fetch(new URL(`/api${path}`, server.url), { headers: { authorization: `Bearer ${token}` } })
  expect(reply.status, path).toBe(200)
  return new Uint8Array(await reply.arrayBuffer())
}

async function giver(language?: string): Promise<{ visitor: Visitor; donation: string }> {
  const { visitor, referralCode } = await earner(server, 40)
  await sendMoney(visitor, { amount: 20, recipient_id: referralCode, from: 'available' })
  const { body } = await donate(visitor, 10.5)
  expect(body.success).toBe(true)
  if (language !== undefined) expect((await visitor.put('/api/users/language', { language })).status).toBe(200)
  const { body: history } = await visitor.get('/api/donations/history')
  const [{ _id: donation }] = history.data.donations
  return { visitor, donation }
}

/** As one line: columns and the width of the page break them. */
const plain = (text: string): string => text.replaceAll(/\s+/g, ' ')

test('a statement is in the language of its member', async () => {
  const { visitor } = await giver('fr')
  const bytes = await download(visitor, STATEMENT)
  const { language, title, pages } = await readPdf(bytes)
  expect([language, title]).toEqual(['fr', expect.stringMatching(/^Relevé, du 1 janvier \d{4} au /)])
  const text = plain(hasPdftotext ? await pdftotext(bytes) : pages.join(' '))
  for (const words of [
    'Relevé',
    'Soldes',
    'Compte Ouverture Variation Clôture',
    'Totaux par type',
    'Gains déplacés vers votre solde d’impact',
    'Don de $10.50000',
    'Page 1',
  ])
    expect(text).toContain(words)
  expect(text).not.toMatch(/Statement|Balances|Opening|Donation of|Earnings moved|As of/)
})

test.each([
  ['es', 'Recibo de donación', 'Gracias por donar.'],
  ['id', 'Tanda terima donasi', 'Terima kasih telah berdonasi.'],
])('a receipt and the giving of a year are in %s', async (language, title, thanks) => {
  const { visitor, donation } = await giver(language)
  const receipt = await readPdf(await download(visitor, `/donations/${donation}/receipt.pdf`))
  expect(receipt.language).toBe(language)
  expect(plain(receipt.pages.join(' '))).toContain(title)
  expect(plain(receipt.pages.join(' '))).toContain(thanks)
  expect(plain(receipt.pages.join(' '))).not.toMatch(/Thank you|Given by|genuine\?|Log position/)
  const giving = await readPdf(await download(visitor, `/statements/giving.pdf?year=${year}`))
  expect(plain(giving.pages.join(' '))).not.toMatch(/Giving in|By cause|By month|Given in/)
})

test('documents in Arabic are in Arabic', async () => {
  const { visitor, donation } = await giver('ar')
  const statement = await readPdf(await download(visitor, STATEMENT))
  expect([statement.language, statement.title]).toEqual([
    'ar',
    expect.stringMatching(/^كشف حساب، من 1 يناير \d{4} إلى /),
  ])
  const text = statement.pages.join(' ')
  for (const words of ['كشف حساب', 'الأرصدة', 'المجاميع حسب النوع', 'أرباح نُقلت إلى رصيد الأثر لديك', 'صفحة'])
    expect(text).toContain(words)
  expect(text).not.toMatch(/Statement|Balances|Opening|Donation of|Earnings moved|As of/)
  const receipt = await readPdf(await download(visitor, `/donations/${donation}/receipt.pdf`))
  expect([receipt.language, receipt.title]).toEqual(['ar', `إيصال ${donation}`])
  expect(receipt.pages.join(' ')).toContain('شكرًا على عطائك')
  const giving = await readPdf(await download(visitor, `/statements/giving.pdf?year=${year}`))
  // Some letters are set apart, which readers take for a space.
  expect(giving.pages.join('').replaceAll(/\s/g, '')).toContain('حسبالجهةالخيرية')
})

test('files for programs are in English', async () => {
  const french = (await giver('fr')).visitor
  const csv = Buffer.from(await download(french, STATEMENT.replace('.pdf', '.csv'))).toString()
  expect(csv).toContain('Earnings moved to your impact balance')
})
