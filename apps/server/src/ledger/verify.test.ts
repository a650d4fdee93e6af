import { expect, test } from 'vitest'
import { LOCKS } from '../db/database.ts'
import { lookInto, expectNoViolation } from '../testing/invariants.ts'
import { donate, fundedMember, sendMoney } from '../testing/money.ts'
import { shareTestServer } from '../testing/server.ts'
import { signInStaff } from '../testing/staff.ts'
import { invariantsHealth, isFullRunDue } from './findings.ts'
import { INVARIANTS } from './invariants.ts'
import { verifyNews } from './verify-news.ts'
import { verifyInFull, verifyInvariants } from './verify.ts'

// As if nothing had been checked yet: the template was.
const server = await shareTestServer(
  {},
  {
    prepare: async (owner) => {
      await owner.query(`delete from installation where key like 'checked%'`)
    },
  },
)
const db = lookInto(server.settings.databaseUrl)

/** For each invariant, edits that break it, made by the tables' owner. */
const CORRUPTIONS: Record<string, { corrupt: string; repair: string }[]> = {
  'every journal balances, from one source, between accounts that its reason allows': [
    {
      corrupt: 'update journal set amount = amount + 1 where id = $1',
      repair: 'update journal set amount = amount - 1 where id = $1',
    },
    {
      corrupt: `update journal set source = 'available' where id = $1`,
      repair: `update journal set source = 'impact' where id = $1`,
    },
    {
      corrupt: `update journal set target_member = target_member + 1 where reason = 'deposit' and target_member = $2`,
      repair: `update journal set target_member = target_member - 1 where reason = 'deposit' and target_member = $2 + 1`,
    },
  ],
  'every entry continues its account': [
    {
      corrupt: `update entry set balance_after = balance_after + 1 where journal_id = $1 and account = 'cause'`,
      repair: `update entry set balance_after = balance_after - 1 where journal_id = $1 and account = 'cause'`,
    },
    {
      corrupt: `update entry set sequence = sequence + 1 where journal_id = $1 and account = 'cause'`,
      repair: `update entry set sequence = sequence - 1 where journal_id = $1 and account = 'cause'`,
    },
    // An earning as if it were one of the other account, with a number past the room that its entries have.
    {
      corrupt: `update entry set account = 'impact', sequence = sequence + (1 << 30) where journal_id = $1 and share = 'sponsor'`,
      repair: `update entry set account = 'available', sequence = sequence - (1 << 30) where journal_id = $1 and share = 'sponsor'`,
    },
  ],
  "every balance is its last entry's": [
    {
      corrupt: 'update member_balance set impact = impact + 1 where member_id = $2',
      repair: 'update member_balance set impact = impact - 1 where member_id = $2',
    },
    {
      corrupt: 'update member_balance set held_sequence = 1 where member_id = $2',
      repair: 'update member_balance set held_sequence = 0 where member_id = $2',
    },
    {
      corrupt: `update system_account set balance = balance + 1 where account = 'cause' and owner = -1`,
      repair: `update system_account set balance = balance - 1 where account = 'cause' and owner = -1`,
    },
  ],
  'money is conserved': [
    {
      corrupt: 'update member_balance set held = held + 1 where member_id = $2',
      repair: 'update member_balance set held = held - 1 where member_id = $2',
    },
  ],
  'totals are sums over the ledger, and what can be returned is what was deposited and not spent': [
    {
      corrupt: 'update member_balance set total_donated = total_donated + 1 where member_id = $2',
      repair: 'update member_balance set total_donated = total_donated - 1 where member_id = $2',
    },
    {
      corrupt: 'update member_balance set total_deposited = total_deposited + 1 where member_id = $2',
      repair: 'update member_balance set total_deposited = total_deposited - 1 where member_id = $2',
    },
    {
      corrupt: 'update member_balance set total_earned = total_earned + 1 where member_id = $2',
      repair: 'update member_balance set total_earned = total_earned - 1 where member_id = $2',
    },
    {
      corrupt: 'update member_balance set total_withdrawn = total_withdrawn + 1 where member_id = $2',
      repair: 'update member_balance set total_withdrawn = total_withdrawn - 1 where member_id = $2',
    },
    {
      corrupt: 'update member_balance set returnable = returnable - 1 where member_id = $2',
      repair: 'update member_balance set returnable = returnable + 1 where member_id = $2',
    },
  ],
  'the months of a history add up to its entries': [
    {
      corrupt: `insert into entry_month values ($2, '2020-01-01', 'deposit', 'whole', 1, 1)`,
      repair: `delete from entry_month where month = '2020-01-01' and member_id = $2`,
    },
  ],
  'nobody earned past a threshold': [
    {
      corrupt: 'update member_balance set stage_balance = last_donation + 1 where member_id = $2',
      repair: 'update member_balance set stage_balance = 0 where member_id = $2',
    },
  ],
  'no stage is skipped, and each window continues the one before': [
    {
      corrupt: 'update member_balance set stage = stage + 1 where member_id = $2',
      repair: 'update member_balance set stage = stage - 1 where member_id = $2',
    },
    {
      corrupt: 'update donation set closed_last_donation = 7 where journal_id = $1',
      repair: 'update donation set closed_last_donation = 1000000 where journal_id = $1',
    },
  ],
  'every donation is explained, share by share': [
    {
      corrupt: `update donation set division_due[12] = 76000, division_paid[12] = 76000 where journal_id = $1`,
      repair: `update donation set division_due[12] = 75000, division_paid[12] = 75000 where journal_id = $1`,
    },
    // One unit moved from one share to another: what was paid in all stays the same.
    {
      corrupt: `update donation set division_due[12] = division_due[12] + 1, division_paid[12] = division_paid[12] + 1,
        division_due[13] = division_due[13] - 1, division_paid[13] = division_paid[13] - 1 where journal_id = $1`,
      repair: `update donation set division_due[12] = division_due[12] - 1, division_paid[12] = division_paid[12] - 1,
        division_due[13] = division_due[13] + 1, division_paid[13] = division_paid[13] + 1 where journal_id = $1`,
    },
    {
      corrupt: `update donation set division_members[12] = $2 where journal_id = $1`,
      repair: `update donation set division_members[12] = null where journal_id = $1`,
    },
    {
      corrupt: 'update journal set amount = amount + 1 where id = $1',
      repair: 'update journal set amount = amount - 1 where id = $1',
    },
    {
      corrupt: `update donation set division_cuts[12] = 'no_member' where journal_id = $1`,
      repair: `update donation set division_cuts[12] = null where journal_id = $1`,
    },
    {
      corrupt: `update entry set account = 'dust', member_id = 0 where journal_id = $1 and share = 'cause'`,
      repair: `update entry set account = 'cause', member_id = -1 where journal_id = $1 and share = 'cause'`,
    },
    // The share of a cause went to another.
    {
      corrupt: `update entry set member_id = -2 where journal_id = $1 and share = 'cause'`,
      repair: `update entry set member_id = -1 where journal_id = $1 and share = 'cause'`,
    },
    {
      corrupt: 'update donation set cause_id = 2 where journal_id = $1',
      repair: 'update donation set cause_id = 1 where journal_id = $1',
    },
  ],
  'the tree is a tree': [
    {
      corrupt:
        'update member set depth = depth + 1, upline = case when depth < 10 then upline || 0 else upline end, seats = case when depth < 10 then seats || 0 else seats end where id = $2',
      repair:
        'update member set depth = depth - 1, upline = array_remove(upline, 0), seats = seats[:cardinality(array_remove(upline, 0))] where id = $2',
    },
  ],
  'every sponsor is an ancestor': [
    {
      corrupt: 'update member set sponsor = id where id = $2',
      repair: 'update member set sponsor = parent where id = $2',
    },
  ],
}

// First: later tests check by themselves.
test('the server checks new entries, and everything, without being asked', async () => {
  const seen = async () =>
    (await server.database.query(`select key from installation where key like 'checked%' order by key`)).rows
  await expect.poll(seen, { timeout: 90_000 }).toEqual([{ key: 'checked' }, { key: 'checked in full' }])
  expect(await isFullRunDue(db)).toBe(false)
})

test('every invariant detects its violation', async () => {
  const sponsor = await fundedMember(server, 100)
  await donate(sponsor.visitor, 100)
  const donor = await fundedMember(server, 100, { referral_code: sponsor.referralCode })
  await donate(donor.visitor, 10)
  await donate(donor.visitor, 15)
  const { rows } = await server.database.query('select max(journal_id) as id from donation')
  await expectNoViolation(db)
  for (const { name } of INVARIANTS) {
    // The table's own constraint prevents this one.
    if (name === 'nobody is overdrawn') continue
    expect(CORRUPTIONS[name], name).toBeDefined()
    for (const { corrupt, repair } of CORRUPTIONS[name]!) {
      const run = async (statement: string) => {
        const values = [rows[0].id, donor.id]
        const used = values.filter((_, index) => statement.includes(`$${index + 1}`))
        const text = statement.includes('$1') ? statement : statement.replace('$2', '$1')
        expect((await server.database.query(text, used)).rowCount, statement).toBeGreaterThan(0)
      }
      await run(corrupt)
      const violated = (await verifyInvariants(db)).filter(({ violations }) => violations > 0)
      expect(
        violated.map((verdict) => verdict.name),
        corrupt,
      ).toContain(name)
      await run(repair)
    }
  }
  await expectNoViolation(db)
})

test('new entries are checked, and health shows a violation until it is repaired', async () => {
  const sender = await fundedMember(server, 100)
  const { anna } = await signInStaff(server)
  const health = async () => [
    (await server.visit().get('/api/health')).body.parts.ledger,
    (await anna.get('/api/operator/overview')).body.data.parts.ledger,
  ]
  await verifyNews(db)
  expect(await health()).toEqual(['ok', 'ok'])
  await sendMoney(sender.visitor, { amount: 1, recipient_id: (await fundedMember(server, 0)).privateKey })
  await server.database.query('update member_balance set impact = impact + 1 where member_id = $1', [sender.id])
  await verifyNews(db)
  // The public sees that something is wrong; the console sees what.
  expect(await health()).toEqual(['trouble', "violated: every balance is its last entry's"])
  await server.database.query('update member_balance set impact = impact - 1 where member_id = $1', [sender.id])
  await verifyNews(db)
  expect(await health()).toEqual(['ok', 'ok'])
})

test('a balance row set back to an older entry is detected when it is next checked', async () => {
  const sponsor = await fundedMember(server, 100)
  await donate(sponsor.visitor, 50)
  const donor = await fundedMember(server, 100, { referral_code: sponsor.referralCode })
  await donate(donor.visitor, 10)
  await donate(donor.visitor, 15)
  const isViolated = async () =>
    (await verifyNews(db)).some(
      ({ name, violations }) => name === "every balance is its last entry's" && violations > 0,
    )
  expect(await isViolated()).toBe(false)

  await sendMoney(sponsor.visitor, { amount: 1, recipient_id: donor.privateKey })
  const setTo = (sequence: number) =>
    server.database.query(
      `update member_balance set available = e.balance_after, available_sequence = e.sequence from entry e
       where member_balance.member_id = $1 and e.member_id = $1 and e.account = 'available' and e.sequence = $2`,
      [sponsor.id, sequence],
    )
  const { rows } = await server.database.query(
    'select available_sequence as last from member_balance where member_id = $1',
    [sponsor.id],
  )
  expect(rows[0].last).toBeGreaterThan(1)
  await setTo(rows[0].last - 1)
  expect(await isViolated()).toBe(true)
  await setTo(rows[0].last)
  expect(await isViolated()).toBe(false)
})

test('callers share one full check, and servers run one at a time', async () => {
  const [first, second] = [verifyInFull(db), verifyInFull(db)]
  expect(second).toBe(first)
  expect((await first)?.every(({ violations }) => violations === 0)).toBe(true)
  const other = await server.database.connect()
  await other.query('begin')
  await other.query('select pg_advisory_xact_lock($1, $2)', [LOCKS.space, LOCKS.verification])
  expect(await verifyInFull(db)).toBeUndefined()
  await other.query('rollback')
  other.release()
  expect(await verifyInFull(db)).toBeDefined()
})

test('health shows what the full check found, and that checks are overdue', async () => {
  const { id } = await fundedMember(server, 1)
  const corrupt = (by: number) =>
    server.database.query('update member_balance set total_deposited = total_deposited + $1 where member_id = $2', [
      by,
      id,
    ])
  await corrupt(1)
  await verifyInFull(db)
  await verifyNews(db)
  expect(await invariantsHealth(db)).toEqual({ well: false, sentence: expect.stringMatching(/^violated: totals/) })
  await corrupt(-1)
  await verifyInFull(db)
  expect(await invariantsHealth(db)).toEqual({ well: true, sentence: 'ok' })
  const sleepFor = (key: string, time: string) =>
    server.database.query(
      `update installation set value = value || jsonb_build_object('checked_at', now() - $2::interval) where key = $1`,
      [key, time],
    )
  await sleepFor('checked', '6 minutes')
  expect(await invariantsHealth(db)).toEqual({ well: false, sentence: expect.stringContaining('not checked since') })
  await verifyNews(db)
  expect(await invariantsHealth(db)).toEqual({ well: true, sentence: 'ok' })
  await sleepFor('checked in full', '50 hours')
  expect(await invariantsHealth(db)).toEqual({ well: false, sentence: expect.stringContaining('not checked since') })
  expect(await isFullRunDue(db)).toBe(true)
  await verifyInFull(db)
  expect(await invariantsHealth(db)).toEqual({ well: true, sentence: 'ok' })
})
