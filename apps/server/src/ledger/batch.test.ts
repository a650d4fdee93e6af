import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, test } from 'vitest'
import { asApplication } from '../db/database.ts'
import { expectNoViolation, lookInto } from '../testing/invariants.ts'
import { balancesOf, donate, fund, fundedMember, sendMoney } from '../testing/money.ts'
import { shareTestServer, startBeside } from '../testing/server.ts'
import { visitor } from '../testing/visitor.ts'

const server = await shareTestServer()
const db = lookInto(server.settings.databaseUrl)
const isLong = process.env['TREFOIL_LONG'] === '1'

test('of 200 orders that spend one balance at once, exactly one wins', async () => {
  const spender = await fundedMember(server, 0)
  const recipient = await fundedMember(server, 0)
  for (let round = 0; round < (isLong ? 100 : 3); round++) {
    const { deposit_balance: left } = await balancesOf(spender.visitor)
    expect(left).toBe(0)
    await fund(server, spender.id, 50)
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        index % 2 === 0
          ? sendMoney(spender.visitor, { amount: 50, recipient_id: recipient.privateKey }, randomUUID())
          : donate(spender.visitor, 50),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ body }) => body.code === 'insufficient_funds')).toHaveLength(199)
  }
  await expectNoViolation(db)
}, 600_000)

test('one key sent ten times at once has one effect and one reply, even after a restart', async () => {
  const sender = await fundedMember(server, 100)
  const recipient = await fundedMember(server, 0)
  const order = { amount: 10, recipient_id: recipient.privateKey }
  const again = (from = sender.visitor) => sendMoney(from, order, 'the-same-key')
  const answers = await Promise.all(Array.from({ length: 10 }, () => again()))
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200))
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)

  const elsewhere = visitor((await startBeside(server)).url)
  elsewhere.token = sender.visitor.token
  expect(await again(elsewhere)).toMatchObject({ status: 200, body: answers[0]!.body })
  expect((await balancesOf(sender.visitor)).deposit_balance).toBe(90)

  const other = await sendMoney(sender.visitor, { ...order, amount: 11 }, 'the-same-key')
  expect([other.status, other.body.code]).toEqual([409, 'idempotency_conflict'])
  // Keys are per member and per operation.
  expect((await donate(sender.visitor, 10, 'the-same-key')).status).toBe(200)
  await fund(server, recipient.id, 10)
  const theirs = { amount: 10, recipient_id: sender.privateKey }
  expect((await sendMoney(recipient.visitor, theirs, 'the-same-key')).status).toBe(200)
})

test('a refusal is not remembered: the same key succeeds once the money is there', async () => {
  const sender = await fundedMember(server, 5)
  const recipient = await fundedMember(server, 0)
  const send = () => sendMoney(sender.visitor, { amount: 10, recipient_id: recipient.privateKey }, 'later')
  expect((await send()).body.code).toBe('insufficient_funds')
  await fund(server, sender.id, 5)
  expect((await send()).status).toBe(200)
  expect((await balancesOf(sender.visitor)).deposit_balance).toBe(0)
})

test('keys are bounded and contain only visible characters', async () => {
  const sender = await fundedMember(server, 5)
  const body = { amount: 1, recipient_id: sender.privateKey }
  for (const key of ['', ' ', 'a b', 'ä', 'x'.repeat(101)])
    expect((await sendMoney(sender.visitor, body, key)).body.code, JSON.stringify(key)).toBe('invalid_request')
  for (const key of ['x'.repeat(100), `{"\\'},null`]) {
    const recipient = await fundedMember(server, 0)
    const order = { amount: 1, recipient_id: recipient.privateKey }
    const [first, second] = [await sendMoney(sender.visitor, order, key), await sendMoney(sender.visitor, order, key)]
    expect(first.status, key).toBe(200)
    expect(second.body, key).toEqual(first.body)
  }
})

test('several processes on one database take turns', async () => {
  const other = await startBeside(server)
  const members = await Promise.all(Array.from({ length: 4 }, () => fundedMember(server, 100)))
  const sends = Array.from({ length: 400 }, (_, index) => {
    const from = members[index % 4]!
    const through = index % 2 === 0 ? server.visit() : visitor(other.url)
    through.token = from.visitor.token
    return sendMoney(through, { amount: 1, recipient_id: members[(index + 1) % 4]!.privateKey }, `turn-${index}`)
  })
  const statuses = (await Promise.all(sends)).map(({ status }) => status)
  expect(statuses.filter((status) => status !== 200)).toEqual([])
  for (const { visitor: own } of members) expect((await balancesOf(own)).deposit_balance).toBe(100)
  await expectNoViolation(db)
})

test('an order that cannot be written does not affect the others in its batch', async () => {
  const [good, bad] = [await fundedMember(server, 100), await fundedMember(server, 100)]
  const recipient = await fundedMember(server, 0)
  // Occupies the next entry's key, so that the database rejects the entry although the book accepts it.
  await server.database.query(`insert into entry values (999999999, 1, 1, $1, 2, 'impact', 'whole')`, [bad.id])
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      sendMoney(index === 7 ? bad.visitor : good.visitor, { amount: 1, recipient_id: recipient.privateKey }),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual(answers.map((_, index) => (index === 7 ? 500 : 200)))
  await server.database.query('delete from entry where journal_id = 999999999')
  expect((await balancesOf(recipient.visitor)).deposit_balance).toBe(19)
  await expectNoViolation(db)
})

test('orders beyond the queue’s limit are refused as busy, and all queued ones are served', async () => {
  const member = await fundedMember(server, 0)
  const ORDERS_WAITING = 4096
  // All in one turn of the event loop, so that no batch starts before the queue is full.
  const waiting = Array.from({ length: ORDERS_WAITING }, () => fund(server, member.id, 1))
  await expect(fund(server, member.id, 1)).rejects.toMatchObject({
    code: 'busy',
    message: 'We are busy. Please try again in a moment.',
  })
  await Promise.all(waiting)
  expect((await balancesOf(member.visitor)).deposit_balance).toBe(ORDERS_WAITING)
  await fund(server, member.id, 1)
  await expectNoViolation(db)
})

/** Every table where the application may insert, but never update or delete. */
const APPEND_ONLY = [
  'activity',
  'agreed_document',
  'agreement',
  'attestation_contract',
  'audit_entry',
  'auth_event',
  'cause_update',
  'cause_update_revision',
  'chain_setting',
  'consent_rule',
  'demo_mail',
  'donation',
  'entry',
  'facts',
  'facts_cohort',
  'former_member',
  'found_payment',
  'journal',
  'legal_document',
  'lost_payment',
  'nonce_gap',
  'programme',
  'proof_log_commitment',
  'proof_log_salt',
  'reversal',
  'screening_answer',
  'support_message',
  'webhook_attempt',
]
const DENIED = { code: '42501' }

test('the application cannot change what is written', async () => {
  const client = new pg.Client({ connectionString: asApplication(server.settings.databaseUrl!) })
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ name: string; columns: string[] }>(
      `
      select c.relname::text as name,
        array(select a.attname::text from pg_attribute a
          -- Nobody can set generated columns.
          where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attidentity <> 'a' and a.attgenerated = '') as columns
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relname = any ($1) order by 1`,
      [APPEND_ONLY],
    )
    expect(tables.map(({ name }) => name)).toEqual(APPEND_ONLY)
    for (const { name, columns } of tables) {
      await client.query(`select from ${name} limit 1`)
      // Column by column, because a privilege can be granted on a single column.
      for (const column of columns)
        await expect(client.query(`update ${name} set ${column} = null`), `${name}.${column}`).rejects.toMatchObject(
          DENIED,
        )
      await expect(client.query(`delete from ${name}`), name).rejects.toMatchObject(DENIED)
      await expect(client.query(`truncate ${name}`), name).rejects.toMatchObject(DENIED)
    }
    await expect(client.query('delete from member_balance')).rejects.toMatchObject(DENIED)
    await expect(client.query('delete from system_account')).rejects.toMatchObject(DENIED)
    await expect(client.query('update member_balance set impact = -1')).rejects.toThrow('insufficient_funds')
  } finally {
    await client.end()
  }
})

test('the list above has every append-only table', async () => {
  const { rows } = await server.database.query<{ name: string }>(`
    select c.relname::text as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and has_table_privilege('trefoil_app', c.oid, 'insert')
      and not has_any_column_privilege('trefoil_app', c.oid, 'update') and not has_table_privilege('trefoil_app', c.oid, 'delete')
    order by 1`)
  expect(rows.map(({ name }) => name)).toEqual(APPEND_ONLY)
})

test('a statement is a range of lines, each continuing from the one before', async () => {
  const sender = await fundedMember(server, 100)
  const recipient = await fundedMember(server, 0)
  for (let count = 0; count < 5; count++)
    await sendMoney(sender.visitor, { amount: 1, recipient_id: recipient.privateKey })
  const { rows: lines } = await server.database.query(
    `select sequence, amount, balance_after from entry where (member_id, account) = ($1, 'impact')
       and sequence between 2 and 4 order by sequence`,
    [sender.id],
  )
  expect(lines).toEqual([
    { sequence: '2', amount: '-100000', balance_after: '9900000' },
    { sequence: '3', amount: '-100000', balance_after: '9800000' },
    { sequence: '4', amount: '-100000', balance_after: '9700000' },
  ])
})
