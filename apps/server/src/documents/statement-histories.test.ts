import type { MemberId } from '@trefoil/core/ledger/account'
import { Refusal } from '@trefoil/core/refusal'
import { usd } from '@trefoil/core/money'
import { expect, test } from 'vitest'
import { donation, donationOrder } from '../donations/donate.ts'
import { newReference } from '../ledger/reference.ts'
import { withdrawal } from '../payouts/request.ts'
import { makeKeyring } from '../secrets/keyring.ts'
import { depositArrives } from '../testing/arrivals.ts'
import { earn } from '../testing/earnings.ts'
import { growNetwork } from '../testing/network.ts'
import { randomAddress } from '../testing/payouts.ts'
import { readPdf } from '../testing/pdf.ts'
import { randomFrom, type Random } from '../testing/random.ts'
import { openTestWallet, type TestWallet } from '../testing/wallet.ts'
import { CONFIRMED, transfer, transferOrder } from '../transfers/transfer.ts'
import { inOneView, makeFile } from './make-file.ts'
import type { Wanted } from './wanted.ts'

const HISTORIES = 200
const ROUNDS = 9
const HOURS_APART = 5
const SEED = 17
const keyring = makeKeyring('a secret of this test, long enough')

test(
  'the figures of a statement equal the ledger to the last unit, for 200 generated histories',
  { timeout: 600_000 },
  async () => {
    const wallet = await openTestWallet()
    const random = randomFrom(SEED)
    const members = await writeHistories(wallet, random)
    let lines = 0
    for (const member of members) {
      const days = someDays(random)
      const expected = await readLedger(wallet, member, days)
      const csv = await readCsv(wallet, member, days)
      expect(csv.balances).toEqual(expected.balances)
      expect(csv.lines).toEqual(expected.lines)
      expect(csv.totals).toEqual(totalsOf(csv.lines))
      const pdf = await readDrawn(wallet, member, days)
      expect(pdf.lines).toEqual(expected.lines.map(({ account, amount, balance }) => ({ account, amount, balance })))
      expect(pdf.balances).toEqual(expected.balances)
      lines += expected.lines.length
    }
    expect(lines).toBeGreaterThan(HISTORIES * 3)
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

/** Members with histories of their own, spread over more than a year. */
async function writeHistories(wallet: TestWallet, random: Random, count = HISTORIES): Promise<MemberId[]> {
  const sponsors = Array.from({ length: count }, () => wallet.members[random.below(wallet.members.length)]!)
  const members = await growNetwork(wallet.owner, sponsors)
  const { rows } = await wallet.owner.query<{ code: string }>('select referral_code as code from member order by id')
  const codes = rows.map(({ code }) => code)
  for (const member of members) await depositArrives(wallet.ledger, member, amountBelow(random, 500))
  for (let round = 0; round < ROUNDS; round += 1)
    await Promise.all(
      members.map((member) => {
        const act = someAct(wallet, random, { member, other: codes[random.below(codes.length)]! })
        return act().catch((error: unknown) => {
          if (!(error instanceof Refusal)) throw error
        })
      }),
    )
  await wallet.owner.query(
    `update journal set created_at = now() - ((select max(id) from journal) - id) * make_interval(hours => $1)`,
    [HOURS_APART],
  )
  return members
}

const amountBelow = (random: Random, dollars: number): number => (1 + random.below(dollars * 100_000)) / 100_000

function someAct(
  { ledger }: TestWallet,
  random: Random,
  { member, other }: { member: MemberId; other: string },
): () => Promise<unknown> {
  const amount = amountBelow(random, 90)
  switch (random.below(5)) {
    case 0:
      return () => depositArrives(ledger, member, amount)
    case 1:
      return () => ledger.post(donation, donationOrder(member, { amount }))
    case 2:
      return async () =>
        ledger.post(
          transfer,
          transferOrder(keyring, { sender: member, confirmation: CONFIRMED }, { amount, recipient_id: other }),
        )
    case 3:
      return () => earn(ledger, member, amount)
    default:
      return () =>
        ledger.post(withdrawal, {
          member,
          amount: usd(BigInt(Math.round(amount * 100_000)) + 1_000_000n),
          address: randomAddress(),
          source: 'available',
          reference: newReference('withdrawal'),
          key: undefined,
        })
  }
}

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

async function readDrawn(wallet: TestWallet, member: MemberId, days: Days) {
  const file = await fileOf(wallet, member, { kind: 'statement', format: 'pdf', paper: 'A4', ...days })
  const text = (await readPdf(file)).pages.join('\n')
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
  return { lines, balances }
}
