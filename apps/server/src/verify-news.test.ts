import { Kysely, PostgresDialect } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openPool } from './db/database.ts'
import type { Tables } from './db/tables.ts'
import { donation, donationOrder } from './donations/donate.ts'
import { reversal } from './operator/reverse.ts'
import { depositArrives } from './testing/arrivals.ts'
import { writeLongHistory } from './testing/long-history.ts'
import { reversalOrder } from './testing/reversals.ts'
import { openTestWallet, type TestWallet } from './testing/wallet.ts'
import { QUICK_INVARIANTS } from './ledger/all-invariants.ts'
import { CutShort, END, type Verdict } from './ledger/check.ts'
import { invariantsHealth } from './ledger/findings.ts'
import { verifyNews } from './ledger/verify-news.ts'

const BALANCES = 'every journal balances, from one source, between accounts that its reason allows'
const ADDRESSES = 'every address of our own, end of a recovery and accepted loss was agreed on by two persons'
const SLICE = 200
/** Seven slices, and the last one is not full. */
const NEW = 1300

const violatedIn = (found: readonly Verdict[]) =>
  found.flatMap(({ name, violations }) => (violations > 0 ? [name] : []))

/** Everything is checked, and so many transfers were written since: over the last 350 days, as they say. */
async function afterTransfers(transfers: number): Promise<{ wallet: TestWallet; checked: number }> {
  const wallet = await openTestWallet()
  const [member, other] = wallet.members as [number, number]
  for (const one of [member, other]) await depositArrives(wallet.ledger, one, 10)
  expect(violatedIn(await verifyNews(wallet.db))).toEqual([])
  const { journal } = await progressOf(wallet)
  await writeLongHistory(wallet.owner, { member, other, transfers })
  return { wallet, checked: Number(journal) }
}

async function progressOf({ owner }: TestWallet): Promise<Record<string, unknown>> {
  const { rows } = await owner.query(`select value from installation where key = 'checked'`)
  return rows[0].value
}

/** True after so many questions, each of which precedes a check. */
function after(checks: number): () => boolean {
  let asked = 0
  return () => asked++ >= checks
}

/** In the middle of the second slice: what no journal leads to comes first. */
const EARLY = Math.round(2.5 * QUICK_INVARIANTS.length)

type Statement = { text: string; values: readonly unknown[] }

/** What a run says to the database. */
async function listenTo(wallet: TestWallet, options?: Parameters<typeof verifyNews>[1]): Promise<Statement[]> {
  const heard: Statement[] = []
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: openPool(wallet.databaseUrl, 2) }),
    log: ({ query }) => void heard.push({ text: query.sql, values: query.parameters }),
  })
  onTestFinished(() => db.destroy())
  expect(violatedIn(await verifyNews(db, options))).toEqual([])
  return heard
}

/** The journals that it looks at, if it is a check of some. */
const journalsOf = ({ text, values }: Statement) =>
  text.includes('<= $3') ? { from: Number(values[0]), upTo: String(values[2]) } : undefined

test('pages of entries have summaries before their entries are looked for', async () => {
  const { wallet } = await afterTransfers(5000)
  await verifyNews(wallet.db)
  const { rows } = await wallet.owner.query(`select brin_summarize_new_values('entry_by_journal') as missing`)
  expect(rows).toEqual([{ missing: 0 }])
})

test('however much is new, no view is held for longer than one check of one slice takes', async () => {
  const { wallet, checked } = await afterTransfers(NEW)
  const kept: number[] = []
  let checksInView = 0
  for (const statement of await listenTo(wallet, { sliceJournals: SLICE })) {
    const { text, values } = statement
    if (text.startsWith('begin') || text.startsWith('start transaction')) checksInView = 0
    if (text.includes(') violation')) checksInView += 1
    expect(checksInView).toBeLessThanOrEqual(1)
    const { from, upTo } = journalsOf(statement) ?? { from: checked + NEW, upTo: END }
    expect((upTo === END ? checked + NEW : Number(upTo)) - from).toBeLessThanOrEqual(SLICE)
    if (text.includes('insert into installation')) kept.push(JSON.parse(String(values[1])).journal)
  }
  expect(kept.length).toBeGreaterThan(5)
  expect(kept.map(Number)).toEqual(kept.map(Number).toSorted((a, b) => a - b))
  expect(Number(kept[0])).toBeLessThanOrEqual(checked + SLICE)
  expect(Number(kept.at(-1))).toBe(checked + NEW)
})

test('a violation in between is named, and stays the next thing to check until it is gone', async () => {
  const { wallet, checked } = await afterTransfers(1000)
  const corrupt = (by: number) =>
    wallet.owner.query('update journal set amount = amount + $1 where id = $2', [by, checked + 500])
  await corrupt(1)
  for (let run = 0; run < 2; run += 1) {
    expect(violatedIn(await verifyNews(wallet.db, { sliceJournals: SLICE }))).toEqual([BALANCES])
    expect(await progressOf(wallet)).toMatchObject({ journal: String(checked + 400), violated: [BALANCES] })
  }
  await corrupt(-1)
  expect(violatedIn(await verifyNews(wallet.db, { sliceJournals: SLICE }))).toEqual([])
  expect(await progressOf(wallet)).toMatchObject({ journal: String(checked + 1000), violated: [] })
})

test('what was violated stays on record until a run has come to the end', async () => {
  const { wallet, checked } = await afterTransfers(1000)
  await wallet.owner.query('update journal set amount = amount + 1 where id = $1', [checked + 900])
  // One slice for all of it.
  expect(violatedIn(await verifyNews(wallet.db, { sliceJournals: 10_000 }))).toEqual([BALANCES])
  await expect(verifyNews(wallet.db, { sliceJournals: SLICE, isOver: after(EARLY) })).rejects.toThrow(CutShort)
  expect(await progressOf(wallet)).toMatchObject({ journal: String(checked + 200), violated: [BALANCES] })
})

test('a run that is cut short is continued where it stopped', async () => {
  const { wallet, checked } = await afterTransfers(1000)
  await expect(verifyNews(wallet.db, { sliceJournals: SLICE, isOver: after(EARLY) })).rejects.toThrow(CutShort)
  expect(await progressOf(wallet)).toMatchObject({ journal: String(checked + 200) })
  const looked = (await listenTo(wallet, { sliceJournals: SLICE })).flatMap((statement) => journalsOf(statement) ?? [])
  expect(Math.min(...looked.map((slice) => slice.from))).toBe(checked + 200)
  expect(await progressOf(wallet)).toMatchObject({ journal: String(checked + 1000) })
})

test('an entry behind the newest journal is found, however far', async () => {
  const { wallet, checked } = await afterTransfers(600)
  await wallet.owner.query(
    `with lost as (
       insert into entry (journal_id, amount, balance_after, member_id, sequence, account, share)
       select $1, 7, impact + 7, member_id, impact_sequence + 1, 'impact', 'whole' from member_balance where member_id = $2)
     update member_balance set impact = impact + 7, impact_sequence = impact_sequence + 1 where member_id = $2`,
    [checked + 1_000_000, wallet.members[0]],
  )
  expect(violatedIn(await verifyNews(wallet.db, { sliceJournals: SLICE }))).toEqual([BALANCES])
  expect(await progressOf(wallet)).toMatchObject({ journal: String(checked + 600), violated: [BALANCES] })
})

test('the books count as unchecked since the oldest journal that no slice has reached', async () => {
  const { wallet, checked } = await afterTransfers(1000)
  expect(await invariantsHealth(wallet.db)).toEqual({ well: true, sentence: 'ok' })
  await expect(verifyNews(wallet.db, { sliceJournals: SLICE, isOver: after(EARLY) })).rejects.toThrow(CutShort)
  const { rows } = await wallet.owner.query('select created_at from journal where id = $1', [checked + 200])
  const since = (rows[0].created_at as Date).toISOString()
  expect(await invariantsHealth(wallet.db)).toEqual({ well: false, sentence: `not checked since ${since}` })
  await verifyNews(wallet.db, { sliceJournals: SLICE })
  expect(await invariantsHealth(wallet.db)).toEqual({ well: true, sentence: 'ok' })
})

test('what no journal leads to is checked beside them, and neither waits for the other', async () => {
  const { wallet, checked } = await afterTransfers(600)
  const before = await progressOf(wallet)
  const { rows } = await wallet.owner.query(
    `insert into proposal (kind, state, details, summary, why, proposed_by, decided_by, decided_at)
     select 'funding_address', 'done', '{"address": "0xa", "name": "Cold store", "change": "declare"}', 'x', 'x',
       min(id), max(id), now() from account where role = 'operator' returning id`,
  )
  expect(violatedIn(await verifyNews(wallet.db, { sliceJournals: SLICE }))).toEqual([ADDRESSES])
  expect(await progressOf(wallet)).toMatchObject({
    journal: String(checked + 600),
    member: before['member'],
    elsewhere: before['elsewhere'],
    violated: [ADDRESSES],
  })
  await wallet.owner.query(
    `insert into funding_address (chain_id, address, name, proposal_id) values (31337, '0xa', 'Cold store', $1)`,
    [rows[0].id],
  )
  expect(violatedIn(await verifyNews(wallet.db))).toEqual([])
  expect(await progressOf(wallet)).toMatchObject({ elsewhere: String(checked + 600), violated: [] })
})

const PUT_BACK = 'delete from reversal; insert into reversal select * from kept'
/** About a reversal that is several journals. */
const LIES: [lie: string, repair: string][] = [
  ['delete from reversal', PUT_BACK],
  ['update reversal set last_journal = first_journal', PUT_BACK],
  ['update reversal set last_journal = last_journal + 1', PUT_BACK],
  ['update reversal set reverses = reverses - 1', PUT_BACK],
  [
    `update entry set share = 'level_9' where amount > 0 and journal_id = (select last_journal from reversal)`,
    'delete from entry where journal_id in (select journal_id from kept_entry); insert into entry select * from kept_entry',
  ],
  [
    'update member_balance set stage_balance = stage_balance + 1 where member_id = (select member_id from reversal)',
    'update member_balance set stage_balance = stage_balance - 1 where member_id = (select member_id from reversal)',
  ],
]

test('wherever a slice ends, what is right is right, and a lie about several journals is found', async () => {
  const { wallet } = await afterTransfers(2)
  const { db, ledger, owner } = wallet
  const donor = wallet.members.at(-1)!
  await depositArrives(ledger, donor, 500)
  await wallet.earn(donor, 20)
  for (const amount of [50, 60]) await ledger.post(donation, donationOrder(donor, { amount }))
  const { rows } = await owner.query<{ id: number }>(`select max(id)::int as id from journal`)
  await ledger.post(reversal, await reversalOrder(db, rows[0]!.id))
  const { rows: reversals } = await owner.query('select * from reversal where last_journal > first_journal + 1')
  expect(reversals).toHaveLength(1)

  const start = JSON.stringify(await progressOf(wallet))
  const checkAgain = async () => {
    await owner.query(`update installation set value = $1 where key = 'checked'`, [start])
    return violatedIn(await verifyNews(db, { sliceJournals: 1 }))
  }
  expect(await checkAgain()).toEqual([])
  await owner.query(`create table kept as select * from reversal;
    create table kept_entry as select * from entry where journal_id = (select last_journal from reversal)`)
  for (const [lie, repair] of LIES) {
    await owner.query(lie)
    expect((await checkAgain()).length, lie).toBeGreaterThan(0)
    await owner.query(repair)
  }
  expect(await checkAgain()).toEqual([])
})
