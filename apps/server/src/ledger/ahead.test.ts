import type { Socket } from 'node:net'
import { NOTHING, parseAmount } from '@trefoil/core/money'
import type { Refusal } from '@trefoil/core/refusal'
import type pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { asApplication } from '../db/database.ts'
import { aheadScene, holdLedger, keyOf } from '../testing/ahead-scene.ts'
import { placed, placedDonation, placedWithdrawal, sendThrough } from '../testing/orders.ts'
import { earn } from '../testing/earnings.ts'
import { expectNoViolation, lookInto } from '../testing/invariants.ts'
import { balancesOf, fund, type Funded } from '../testing/money.ts'
import { shareTestServer } from '../testing/server.ts'
import { openLedger, type Ledger } from './batch.ts'
import type { Placed } from './operation.ts'
import { postUnderLock } from './under-lock.ts'

const server = await shareTestServer()
const db = lookInto(server.settings.databaseUrl)
const LEDGER_HAS_CHANGED = { code: 'TF001' }
const BALANCES_HAVE_CHANGED = { code: 'TF002' }

const lastJournal = async (): Promise<number> =>
  Number((await server.database.query('select max(id) as id from journal')).rows[0].id)

const bytesSentBy = (client: pg.ClientBase): number =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream.bytesWritten

test('a batch is one message, and the next one is decided upon it and sent right behind', async () => {
  const { client, post, members } = await aheadScene(server, ['ann', 'ben', 'cem'])
  const { ann, ben, cem } = members
  const before = await lastJournal()
  const held = await holdLedger(server)
  const first = await post(placed({ from: ann, to: ben, dollars: 100 }))
  const sent = bytesSentBy(client)
  // Ben has it only once the first batch is written.
  const second = await post(placed({ from: ben, to: cem, dollars: 150 }))
  expect(bytesSentBy(client)).toBeGreaterThan(sent)
  await held.isAwaitedBy(1)
  await held.release()
  await Promise.all([first.sent, second.sent])
  expect([...first.outcomes, ...second.outcomes]).toMatchObject([{ reply: {} }, { reply: {} }])
  expect(await lastJournal()).toBe(before + 2)
  expect((await balancesOf(cem.visitor)).deposit_balance).toBe(250)
  await expectNoViolation(db)
})

test('a batch behind one that failed fails with it, even if another process has posted as many journals', async () => {
  const { post, members } = await aheadScene(server, ['ann', 'ben', 'cem', 'dee'])
  const { ann, ben, cem, dee } = members
  const before = await lastJournal()
  const held = await holdLedger(server)
  const first = await post(placed({ from: ann, to: ben, dollars: 1 }))
  const second = await post(placed({ from: cem, to: dee, dollars: 1 }))
  await held.isAwaitedBy(1)
  const others = fund(server, dee.id, 7)
  await held.isAwaitedBy(2)
  await freeze(ann.id)
  await held.release()
  await expect(first.sent).rejects.toMatchObject(BALANCES_HAVE_CHANGED)
  await others
  await expect(second.sent).rejects.toMatchObject(LEDGER_HAS_CHANGED)
  expect(await lastJournal()).toBe(before + 1)
  expect((await balancesOf(cem.visitor)).deposit_balance).toBe(100)
  await expectNoViolation(db)
})

test('a COMMIT that fails takes the batch behind it along', async () => {
  const { post, members } = await aheadScene(server, ['ann', 'ben', 'cem'])
  const { ann, ben, cem } = members
  await server.database.query(`
    create function fail_late() returns trigger language plpgsql as $$ begin raise 'too late'; end $$;
    create constraint trigger fails_late after insert on journal deferrable initially deferred for each row
      when (new.source_member = ${ann.id}) execute function fail_late()`)
  onTestFinished(async () => {
    await server.database.query('drop function fail_late cascade')
  })
  const before = await lastJournal()
  const first = await post(placed({ from: ann, to: ben, dollars: 1 }))
  const second = await post(placed({ from: ben, to: cem, dollars: 1 }))
  await expect(first.sent).rejects.toThrow('too late')
  await expect(second.sent).rejects.toMatchObject(LEDGER_HAS_CHANGED)
  expect(await lastJournal()).toBe(before)
})

type Scene = { ann: Funded; ben: Funded }
type Change = {
  /** By the tables' owner. $1 is Ann. */
  change: string
  failure: object
  /** What the same order meets when it is decided anew. */
  refused: string
  /** Without one, a transfer from Ann to Ben. */
  order?: (scene: Scene) => Placed
  /** What Ann has earned before, in dollars. */
  earned?: number
  /** Of what concerns everybody, or contradicts the books. */
  undo?: string
}

const NEXT_PROPOSAL = `with agreed as (insert into proposal (kind, details, summary, why, proposed_by)
  select 'settings', '{}', 'x', 'x', min(id) from account where $1 > 0 returning id)`
const NOTHING_IS_ASKED = `update ledger_state set batch = gen_random_uuid(), agreement_turn = 0, waiting_hours = 0`

const CHANGES: Record<string, Change> = {
  'a freeze': {
    change: 'update member_balance set frozen = true where member_id = $1',
    failure: BALANCES_HAVE_CHANGED,
    refused: 'frozen',
  },
  'a security hold': {
    change: `update account set security_hold_until = now() + interval '1 hour' where id = $1`,
    failure: BALANCES_HAVE_CHANGED,
    refused: 'security_hold',
  },
  'a second factor': {
    change: 'update account set passkeys = 1 where id = $1',
    failure: BALANCES_HAVE_CHANGED,
    refused: 'two_factor_required',
  },
  'money on hold': {
    change: 'update member_balance set on_hold = impact where member_id = $1',
    failure: BALANCES_HAVE_CHANGED,
    refused: 'insufficient_funds',
    undo: 'update member_balance set on_hold = 0 where on_hold > 0',
  },
  'another level': {
    change: 'update member_balance set kyc_level = 1 where member_id = $1',
    failure: BALANCES_HAVE_CHANGED,
    refused: 'level_limit',
    earned: 50,
    order: ({ ann }) => placedWithdrawal(ann, { 1: { perWithdrawal: parseAmount(10), perMonth: null } }),
  },
  'another document': {
    change: `${NEXT_PROPOSAL} insert into legal_document (kind, version, text, hash, turn, proposal_id)
      select 'terms', 1, 'Be kind.', encode(sha256('Be kind.'), 'hex'), 1, id from agreed`,
    failure: LEDGER_HAS_CHANGED,
    refused: 'agreement_required',
    undo: `delete from legal_document; ${NOTHING_IS_ASKED}`,
  },
  'a wait for newcomers': {
    change: `${NEXT_PROPOSAL} insert into consent_rule (version, only_these, countries, waiting_hours, turn, proposal_id)
      select 1, false, '{}', 24, 2, id from agreed`,
    failure: LEDGER_HAS_CHANGED,
    refused: 'waiting_period',
    order: ({ ann }) => placedDonation({ from: ann, dollars: 50 }),
    undo: `delete from consent_rule; ${NOTHING_IS_ASKED}`,
  },
}

const KINDS = Object.entries(CHANGES)

test.for(KINDS)('%s between deciding and writing is honoured', async ([, told]) => {
  const { change, failure, refused, undo, earned = 0 } = told
  const { client, kept, post, members } = await aheadScene(server, ['ann', 'ben'])
  if (earned > 0) {
    await earn(server.ledger, members.ann.id, earned)
    await postUnderLock(client, { kept }, [])
  }
  const confirmation = { askedFrom: NOTHING, given: false }
  const order = () => told.order?.(members) ?? placed({ from: members.ann, to: members.ben, dollars: 1, confirmation })
  const held = await holdLedger(server)
  const batch = await post(order())
  expect(batch.outcomes).toMatchObject([{ reply: {} }])
  await held.isAwaitedBy(1)
  // In front of the batch, also where the change takes the ledger's lock.
  await held.query(change, [members.ann.id])
  if (undo !== undefined)
    onTestFinished(async () => {
      await server.database.query(undo)
    })
  await held.release()
  await expect(batch.sent).rejects.toMatchObject(failure)

  const again = order()
  await expect(server.ledger.post(again.operation, again.order)).rejects.toMatchObject({ code: refused })
})

test('a refusal for want of an agreement is decided anew once there is one', async () => {
  const { kept, post, members } = await aheadScene(server, ['ann', 'ben'])
  const order = placed({ from: members.ann, to: members.ben, dollars: 1 })
  kept.head = { ...kept.head!, consent: { turn: 1, waitingHours: 0 } }
  const held = await holdLedger(server)
  const refused = await post(order)
  expect(refused.outcomes).toMatchObject([{ refusal: { code: 'agreement_required' } }])
  await refused.sent
  await held.query('insert into agreement (member_id, turn) values ($1, 1)', [members.ann.id])
  onTestFinished(async () => {
    await server.database.query(
      'delete from agreement; update member_balance set agreed_turn = 0 where agreed_turn > 0',
    )
  })
  await expect((await post(order)).sent).rejects.toMatchObject(BALANCES_HAVE_CHANGED)
})

test('the poster honours it too, and what it sent behind goes through', async () => {
  const { members } = await aheadScene(server, ['ann', 'ben', 'cem'])
  const { ann, ben, cem } = members
  const ledger = await warmLedger()
  await sendThrough(ledger, { from: ann, to: ben, dollars: 1 })
  await sendThrough(ledger, { from: cem, to: ben, dollars: 1 })
  const held = await holdLedger(server)
  const refused = sendThrough(ledger, { from: ann, to: ben, dollars: 1 })
  refused.catch(() => {})
  await held.isAwaitedBy(1)
  const behind = sendThrough(ledger, { from: cem, to: ben, dollars: 1 })
  await freeze(ann.id)
  await held.release()
  await expect(refused).rejects.toMatchObject({ code: 'frozen' })
  expect(await behind).toMatchObject({ success: true })
  expect((await balancesOf(ben.visitor)).deposit_balance).toBe(103)
  await expectNoViolation(db)
})

test('orders of two batches that failed are posted in the order in which they came', async () => {
  const { members } = await aheadScene(server, ['ann', 'ben', 'cem', 'dee'])
  const { ann, ben, cem, dee } = members
  const ledger = await warmLedger()
  await sendThrough(ledger, { from: ann, to: ben, dollars: 1 })
  await sendThrough(ledger, { from: ben, to: cem, dollars: 1 })
  const held = await holdLedger(server)
  const first = sendThrough(ledger, { from: ann, to: ben, dollars: 50 })
  await held.isAwaitedBy(1)
  // Ben has it only once the first one is posted.
  const second = sendThrough(ledger, { from: ben, to: cem, dollars: 120 })
  const others = fund(server, dee.id, 7)
  await held.isAwaitedBy(2)
  // Another mark, as if another process had posted: both fail.
  await held.query('update ledger_state set batch = gen_random_uuid() where $1::int > 0', [1])
  await held.release()
  expect(await Promise.all([first, second])).toMatchObject([{ success: true }, { success: true }])
  await others
  expect((await balancesOf(ben.visitor)).deposit_balance).toBe(30)
  await expectNoViolation(db)
})

test('after a failure, the rows of the batch are forgotten, and of the one behind it, but no others', async () => {
  const { kept, post, members } = await aheadScene(server, ['ann', 'ben', 'cem', 'dee', 'eve'])
  const { ann, ben, cem, dee, eve } = members
  await (
    await post(placed({ from: eve, to: dee, dollars: 1 }))
  ).sent
  const held = await holdLedger(server)
  const first = await post(placed({ from: ann, to: ben, dollars: 1 }))
  const second = await post(placed({ from: ben, to: cem, dollars: 1 }))
  await freeze(ann.id)
  await held.release()
  await expect(first.sent).rejects.toMatchObject(BALANCES_HAVE_CHANGED)
  kept.forget(first.touched)
  await expect(second.sent).rejects.toMatchObject(LEDGER_HAS_CHANGED)
  kept.forget(second.touched)
  expect(kept.head).toBeUndefined()
  const isAtHand = [ann, ben, cem, dee, eve].map(({ id }) => kept.hasMember(id))
  expect(isAtHand).toEqual([false, false, false, true, true])
})

test('nobody is looked up again because the batch of others failed', async () => {
  const { members } = await aheadScene(server, ['ann', 'ben', 'cem', 'dee'])
  const { ann, ben, cem, dee } = members
  const ledger = await warmLedger()
  for (let round = 0; round < 2; round += 1) {
    await sendThrough(ledger, { from: ann, to: ben, dollars: 1 })
    await sendThrough(ledger, { from: cem, to: dee, dollars: 1 })
  }
  await freeze(ann.id)
  await expect(sendThrough(ledger, { from: ann, to: ben, dollars: 1 })).rejects.toMatchObject({ code: 'frozen' })
  const before = await lastLookUp()
  await sendThrough(ledger, { from: cem, to: dee, dollars: 1 })
  expect(await lastLookUp()).toEqual(before)
  expect((await balancesOf(dee.visitor)).deposit_balance).toBe(103)
})

test('a refusal that was decided upon old rows is decided anew', async () => {
  const { post, members } = await aheadScene(server, ['ann', 'ben'])
  const { ann, ben } = members
  const order = placed({ from: ann, to: ben, dollars: 150 })
  const tooMuch = await post(order)
  await tooMuch.sent
  expect(tooMuch.outcomes).toMatchObject([{ refusal: { code: 'insufficient_funds' } }])
  // Without a journal, so that only the row tells.
  await freeze(ann.id)
  await expect((await post(order)).sent).rejects.toMatchObject(BALANCES_HAVE_CHANGED)
  await server.database.query('update member_balance set frozen = false where member_id = $1', [ann.id])

  const ledger = await warmLedger()
  await expect(sendThrough(ledger, { from: ann, to: ben, dollars: 150 })).rejects.toMatchObject({
    code: 'insufficient_funds',
  })
  await fund(server, ann.id, 50)
  expect(await sendThrough(ledger, { from: ann, to: ben, dollars: 150 })).toMatchObject({ success: true })
})

test('a row that was looked up before a batch on its way is not taken for the newer one', async () => {
  const { kept, post, members } = await aheadScene(server, ['ann', 'ben', 'cem'])
  const { ann, ben, cem } = members
  const held = await holdLedger(server)
  const first = await post(placed({ from: ann, to: ben, dollars: 10 }))
  await held.isAwaitedBy(1)
  const decided = kept.member(ben.id)
  // Looks Ben up by another name: the database does not know of the first batch.
  const second = await post(placed({ from: cem, to: ben, dollars: 10, recipient: await keyOf(server, ben) }))
  expect(kept.member(ben.id)?.version).toBe(decided!.version + 1n)
  await held.release()
  await Promise.all([first.sent, second.sent])
  expect((await balancesOf(ben.visitor)).deposit_balance).toBe(120)
})

test('a programme that comes into force by time is honoured', async () => {
  const { post, members } = await aheadScene(server, ['ann', 'ben'])
  const { ann, ben } = members
  await server.database.query(`insert into programme (version, rules, active_from)
    select version + 1, rules, now() from programme order by version desc limit 1`)
  const batch = await post(placed({ from: ann, to: ben, dollars: 1 }))
  await expect(batch.sent).rejects.toMatchObject(LEDGER_HAS_CHANGED)
  const ledger = await warmLedger()
  const { rows } = await server.database.query('select max(version) as version from programme')
  await sendThrough(ledger, { from: ann, to: ben, dollars: 5 })
  const { rows: posted } = await server.database.query('select rule_version from journal order by id desc limit 1')
  expect(posted[0].rule_version).toBe(rows[0].version)
})

test('a key of a batch on its way has one effect and one reply', async () => {
  const { members } = await aheadScene(server, ['ann', 'ben'])
  const { ann, ben } = members
  const ledger = await warmLedger()
  await sendThrough(ledger, { from: ann, to: ben, dollars: 1 })
  const before = await lastJournal()
  const held = await holdLedger(server)
  const order = { from: ann, to: ben, dollars: 2, key: 'on-its-way' }
  const first = sendThrough(ledger, order)
  await held.isAwaitedBy(1)
  const second = sendThrough(ledger, order)
  await held.release()
  expect(await second).toEqual(await first)
  expect(await lastJournal()).toBe(before + 1)
})

test('what only the lock makes sure of is left to it', async () => {
  const { post, members } = await aheadScene(server, ['ann', 'ben', 'cem'])
  const { ann, ben, cem } = members
  await server.database.query(CHANGES['a second factor']!.change, [ann.id])
  await server.database.query(CHANGES['a security hold']!.change, [cem.id])
  const confirmation = { askedFrom: parseAmount(50), given: false }
  const batch = await post(
    placed({ from: ann, to: ben, dollars: 1, confirmation }),
    placed({ from: ann, to: ben, dollars: 1 }),
    placed({ from: cem, to: ben, dollars: 1 }),
  )
  expect(batch.outcomes).toMatchObject([undefined, { reply: {} }, undefined])
  await batch.sent
})

test('connections that the database ends are replaced between two orders, and may end while the ledger stops', async () => {
  const { members } = await aheadScene(server, ['ann', 'ben'])
  const order = { from: members.ann, to: members.ben, dollars: 1 }
  const endConnections = () =>
    server.database.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name like 'trefoil ledger%'`,
    )
  for (let round = 0; round < 10; round++) {
    const ledger = openLedger(asApplication(server.settings.databaseUrl!))
    await sendThrough(ledger, order)
    await sendThrough(ledger, order)
    await endConnections()
    // Busy, if it has not heard of the end yet.
    await expect.poll(() => sendThrough(ledger, order).catch(({ code }: Refusal) => code)).not.toBe('busy')
    const ended = endConnections()
    await ledger.stop()
    await ended
  }
  expect((await balancesOf(members.ben.visitor)).deposit_balance).toBe(130)
})

async function freeze(member: number): Promise<void> {
  await server.database.query('update member_balance set frozen = true where member_id = $1', [member])
}

const lastLookUp = async (): Promise<Date> =>
  (
    await server.database.query(`select max(query_start) as at from pg_stat_activity
      where datname = current_database() and application_name = 'trefoil ledger look-ups'`)
  ).rows[0].at

/** Ready to decide ahead, whatever others have posted. */
async function warmLedger(): Promise<Ledger> {
  const ledger = openLedger(asApplication(server.settings.databaseUrl!), { pace: { othersMs: 0 } })
  onTestFinished(() => ledger.stop())
  return ledger
}
