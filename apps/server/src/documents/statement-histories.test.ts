import type { MemberId } from '@trefoil/core/ledger/account'
import { expect, test } from 'vitest'
import { writeHistories } from '../testing/histories.ts'
import { hasPdftotext, pdftotext, readPdf } from '../testing/pdf.ts'
import { randomFrom, type Random } from '../testing/random.ts'
import { openTestWallet, type TestWallet } from '../testing/wallet.ts'
import { inOneView, makeFile } from './make-file.ts'
import type { Wanted } from './wanted.ts'

const isLong = process.env['TREFOIL_LONG'] === '1'
const HISTORIES = isLong ? 200 : 24
const SEED = 17

test(
  `the figures of a statement equal the ledger to the last unit, for ${HISTORIES} generated histories`,
  { timeout: 600_000 },
  async () => {
    const wallet = await openTestWallet()
    const random = randomFrom(SEED)
    const members = await writeHistories(wallet, random, HISTORIES)
    let lines = 0
    const kinds = new Map<string, number>()
    for (const member of members) {
      const days = someDays(random)
      const expected = await readLedger(wallet, member, days)
      const csv = await readCsv(wallet, member, days)
      expect(csv.balances).toEqual(expected.balances)
      expect(csv.lines).toEqual(expected.lines)
      expect(csv.totals).toEqual(totalsOf(expected.lines))
      for (const [reader, text] of Object.entries(await readTexts(wallet, member, days))) {
        const pdf = parseText(text)
        const drawn = expected.lines.map(({ account, amount, balance }) => ({ account, amount, balance }))
        expect(pdf.lines, reader).toEqual(drawn)
        expect(pdf.balances, reader).toEqual(expected.balances)
        expect(pdf.totals, reader).toEqual(totalsOf(expected.lines))
      }
      lines += expected.lines.length
      for (const { kind, amount } of expected.lines) {
        const key = `${kind} ${amount > 0n ? 'in' : 'out'}`
        kinds.set(key, (kinds.get(key) ?? 0) + 1)
      }
    }
    expect(lines).toBeGreaterThan(HISTORIES * 3)
    const [least, fewest] = isLong ? [10, 5] : [0, 0]
    // Each is among them, in both directions where there are two.
    for (const kind of ['Deposit in', 'Donation out', 'Earning in', 'Transfer in', 'Transfer out'])
      expect(kinds.get(kind) ?? 0, kind).toBeGreaterThan(least)
    for (const kind of ['Adjustment in', 'Adjustment out', 'Withdrawal in', 'Withdrawal out'])
      expect(kinds.get(kind) ?? 0, kind).toBeGreaterThan(least)
    for (const kind of ['Reversal in', 'Reversal out']) expect(kinds.get(kind) ?? 0, kind).toBeGreaterThan(fewest)
  },
)

test('a statement up to now ends with what the member has', async () => {
  const wallet = await openTestWallet()
  const [member = 0] = await writeHistories(wallet, randomFrom(SEED + 1), 1)
  const { balances } = await readCsv(wallet, member, { from: '2000-01-01', to: '2999-12-31' })
  const { rows } = await wallet.owner.query('select impact, available, held from member_balance where member_id = $1', [
    member,
  ])
  expect(balances).toEqual({
    Impact: { opening: 0n, closing: BigInt(rows[0].impact) },
    Available: { opening: 0n, closing: BigInt(rows[0].available) },
    Held: { opening: 0n, closing: BigInt(rows[0].held) },
  })
})

type Days = { from: string; to: string }
type Line = { account: string; kind: string; amount: bigint; balance: bigint }
type Balances = Record<string, { opening: bigint; closing: bigint }>

const DAY_MS = 24 * 60 * 60 * 1000
const dayBack = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)

function someDays(random: Random): Days {
  const [first, second] = [random.below(500), random.below(500)]
  return { from: dayBack(Math.max(first, second)), to: dayBack(Math.min(first, second)) }
}

const NAMES: Record<string, string> = { impact: 'Impact', available: 'Available', held: 'Held' }

/** From the tables alone. */
async function readLedger(wallet: TestWallet, member: MemberId, { from, to }: Days) {
  const values = [member, `${from}T00:00:00Z`, `${to}T00:00:00Z`]
  const { rows: sums } = await wallet.owner.query(
    `select name, coalesce(sum(e.amount) filter (where created_at < $2::timestamptz), 0) as opening,
       coalesce(sum(e.amount) filter (where created_at < $3::timestamptz + interval '1 day'), 0) as closing
     from unnest(array['impact', 'available', 'held']) name
     left join (entry e join journal on id = e.journal_id) on e.member_id = $1 and e.account::text = name group by name`,
    values,
  )
  const { rows } = await wallet.owner.query(
    `select e.account, reason, e.amount, e.balance_after from entry e join journal on id = e.journal_id
     where e.member_id = $1 and created_at >= $2::timestamptz and created_at < $3::timestamptz + interval '1 day'
     order by e.journal_id, e.amount > 0, e.account, e.sequence`,
    values,
  )
  const balances: Balances = Object.fromEntries(
    sums.map(({ name, opening, closing }) => [NAMES[name], { opening: BigInt(opening), closing: BigInt(closing) }]),
  )
  const KINDS: Record<string, string> = {
    deposit: 'Deposit',
    transfer: 'Transfer',
    adjustment: 'Adjustment',
    withdrawal_held: 'Withdrawal',
    withdrawal_released: 'Withdrawal',
    reversal: 'Reversal',
  }
  const lines = rows.map(({ account, reason, amount, balance_after: balance }): Line => ({
    account: NAMES[account]!,
    kind: KINDS[reason] ?? (BigInt(amount) > 0n ? 'Earning' : 'Donation'),
    amount: BigInt(amount),
    balance: BigInt(balance),
  }))
  return { balances, lines }
}

async function fileOf({ db }: TestWallet, member: MemberId, wanted: Wanted): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  await inOneView(db, async (tx) => {
    for await (const piece of await makeFile(tx, { member, wanted })) pieces.push(piece)
  })
  return Buffer.concat(pieces)
}

const units = (text: string): bigint => BigInt(text.replace('$', '').replace('.', ''))

async function readCsv(wallet: TestWallet, member: MemberId, days: Days) {
  const file = await fileOf(wallet, member, { kind: 'statement', format: 'csv', paper: 'A4', ...days })
  const [, ...rows] = file.toString().replace('\uFEFF', '').trim().split('\r\n')
  const balances: Balances = {}
  const lines: Line[] = []
  const totals: Record<string, string> = {}
  for (const row of rows) {
    // Descriptions have no commas here.
    const [what, , , kind = '', , account = '', arrived, left, balance = '', count] = row.split(',')
    if (what === 'Opening') balances[account] = { opening: units(balance), closing: 0n }
    if (what === 'Closing') balances[account]!.closing = units(balance)
    if (what === 'Line')
      lines.push({ account, kind, amount: arrived ? units(arrived) : -units(left ?? ''), balance: units(balance) })
    if (what === 'Total') totals[`${kind} ${account}`] = [count, arrived, left].join(' ')
  }
  return { balances, lines, totals }
}

const shown = (amount: bigint): string => `${amount / 100_000n}.${String(amount % 100_000n).padStart(5, '0')}`

function totalsOf(lines: readonly Line[]): Record<string, string> {
  const groups = Object.entries(Object.groupBy(lines, ({ kind, account }) => `${kind} ${account}`))
  return Object.fromEntries(
    groups.map(([key, own = []]) => {
      const sum = (sign: 1n | -1n) =>
        own.reduce((all, { amount }) => (amount * sign > 0n ? all + amount * sign : all), 0n)
      return [key, `${own.length} ${shown(sum(1n))} ${shown(sum(-1n))}`]
    }),
  )
}

/** What readers get of the PDF: by its own text, and by poppler where it is installed. */
async function readTexts(wallet: TestWallet, member: MemberId, days: Days): Promise<Record<string, string>> {
  const file = await fileOf(wallet, member, { kind: 'statement', format: 'pdf', paper: 'A4', ...days })
  return {
    'its own text': (await readPdf(file)).pages.join('\n'),
    ...(hasPdftotext && { pdftotext: await pdftotext(file) }),
  }
}

function parseText(text: string) {
  const lines = Array.from(
    text.matchAll(/\d{4}-\d\d-\d\d \d\d:\d\d .*?(Impact|Available|Held)\s+(-?\$\d+\.\d{5})\s+(\$\d+\.\d{5})/gs),
    ([, account = '', amount = '', balance = '']) => ({ account, amount: units(amount), balance: units(balance) }),
  )
  const balances: Balances = Object.fromEntries(
    Array.from(
      text.matchAll(/(Impact|Available|Held)\s+(\$[\d.]+)\s+-?\$[\d.]+\s+(\$[\d.]+)/g),
      ([, account = '', opening = '', closing = '']) =>
        [account, { opening: units(opening), closing: units(closing) }] as const,
    ).slice(0, 3),
  )
  const totals = Object.fromEntries(
    Array.from(
      text.matchAll(/([A-Z][a-z]+)\s+(Impact|Available|Held)\s+(\d+)\s+\$(\d+\.\d{5})\s+\$(\d+\.\d{5})/g),
      ([, kind = '', account = '', count = '', arrived = '', left = '']) =>
        [`${kind} ${account}`, [count, arrived, left].join(' ')] as const,
    ),
  )
  return { lines, balances, totals }
}
