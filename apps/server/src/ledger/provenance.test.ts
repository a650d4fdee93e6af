import { available, cause, chain, impact, operations, type Account } from '@trefoil/core/ledger/account'
import type { Reason } from '@trefoil/core/ledger/journal'
import { parseAmount } from '@trefoil/core/money'
import { expect, test } from 'vitest'
import type { Database } from '../db/database.ts'
import { depositArrives } from '../testing/arrivals.ts'
import { openTestWallet, type TestWallet } from '../testing/wallet.ts'
import type { AnyOrder, LedgerOperation } from './operation.ts'
import type { Verdict } from './check.ts'
import { verifyNews } from './verify-news.ts'
import { verifyInvariants } from './verify.ts'

const EVIDENCE = 'every journal that touches the chain has its evidence'
const AGREEMENT = 'every adjustment was agreed on by two persons, and every agreement is one journal'
const MOVES = 'every journal balances, from one source, between accounts that its reason allows'
const LOGS = 'every credit from the chain has its log, and every log one credit'
const OURS = 'every address of our own, end of a recovery and accepted loss was agreed on by two persons'

type Order = AnyOrder & { source: Account; target: Account; reference: string; reason: Reason }

/** Ten dollars, by the ledger's own means: balanced, numbered, and without any cause. */
const tenDollars: LedgerOperation<Order, object, undefined> = {
  reason: 'deposit',
  touches: ({ source, target }) => ({ members: [source, target].flatMap((a) => ('member' in a ? [a.member] : [])) }),
  decide: ({ programme }, { source, target, reference, reason }) => ({
    plan: {
      journals: [
        {
          source,
          credits: [{ target, amount: parseAmount(10), share: 'whole' }],
          reason,
          reference,
          ruleVersion: programme.version,
        },
      ],
    },
    reply: {},
    note: undefined,
  }),
}

type Look = (db: Database) => Promise<Verdict[]>

const violatedIn = async ({ db }: TestWallet, look: Look) =>
  (await look(db)).filter(({ violations }) => violations > 0).map(({ name }) => name)

/** Tells which invariants have more violations than at the look before. */
function newIn({ db }: TestWallet, look: Look): () => Promise<string[]> {
  let before = new Map<string, number>()
  return async () => {
    const verdicts = await look(db)
    const more = verdicts.filter(({ name, violations }) => violations > (before.get(name) ?? 0))
    before = new Map(verdicts.map(({ name, violations }) => [name, violations]))
    return more.map(({ name }) => name)
  }
}

const UNFOUNDED: readonly [string, (member: number) => Order, string[]][] = [
  [
    'a deposit of which the chain knows nothing',
    (member) => ({ source: chain, target: impact(member), reference: 'deposit/31337/0x1/0', reason: 'deposit' }),
    [EVIDENCE],
  ],
  [
    'a deposit without a log',
    (member) => ({ source: chain, target: impact(member), reference: 'gift', reason: 'deposit' }),
    [EVIDENCE],
  ],
  [
    'dust that a member gets',
    (member) => ({ source: chain, target: impact(member), reference: 'dust/1000000', reason: 'deposit' }),
    [EVIDENCE],
  ],
  [
    'a payment that nobody asked for',
    (member) => ({ source: impact(member), target: chain, reference: 'withdrawal-1/end', reason: 'withdrawal_paid' }),
    [EVIDENCE],
  ],
  [
    'a reversal of nothing',
    (member) => ({ source: impact(member), target: chain, reference: 'proposal-7/reversal/1', reason: 'reversal' }),
    [EVIDENCE],
  ],
  [
    'an adjustment that nobody agreed on',
    (member) => ({ source: chain, target: impact(member), reference: 'proposal-8', reason: 'adjustment' }),
    [EVIDENCE, AGREEMENT],
  ],
  [
    'an adjustment between accounts that nobody agreed on',
    (member) => ({ source: impact(member), target: operations, reference: 'because', reason: 'adjustment' }),
    [AGREEMENT],
  ],
  [
    'a transfer from the cause to a member',
    (member) => ({ source: cause(1), target: impact(member), reference: 'transfer-1', reason: 'transfer' }),
    [MOVES],
  ],
  [
    'a deposit that operations pays',
    (member) => ({ source: operations, target: impact(member), reference: 'another gift', reason: 'deposit' }),
    [MOVES],
  ],
  [
    "a transfer of one member's money into earnings",
    (member) => ({ source: impact(member), target: available(member), reference: 'transfer-2', reason: 'transfer' }),
    [MOVES],
  ],
]

test('verify notices every journal without its evidence or an agreement, and every one between wrong accounts', async () => {
  const wallet = await openTestWallet()
  const [inNews, inFull] = [newIn(wallet, verifyNews), newIn(wallet, verifyInvariants)]
  expect([await inNews(), await inFull()]).toEqual([[], []])
  for (const [lie, order, expected] of UNFOUNDED) {
    await wallet.ledger.post(tenDollars, order(wallet.members[0]!))
    expect(await inNews(), lie).toEqual(expect.arrayContaining(expected))
    expect(await inFull(), lie).toEqual(expect.arrayContaining(expected))
  }
})

test('verify notices an agreement that was never carried out, and one whose amount is another', async () => {
  const wallet = await openTestWallet()
  await wallet.earn(wallet.members[0]!, 10)
  expect(await violatedIn(wallet, verifyInvariants)).toEqual([])
  const change = (set: string) =>
    wallet.owner.query(`alter table proposal disable trigger user; update proposal set ${set}`)
  await change(`details = details || '{"amount": 11}'`)
  expect(await violatedIn(wallet, verifyInvariants)).toEqual([EVIDENCE, AGREEMENT])
  await change(`details = details || '{"amount": 10}'`)
  await wallet.owner.query(
    `insert into proposal (kind, state, details, summary, why, proposed_by, decided_by, decided_at)
     select 'adjustment', 'done', '{"amount": 5}', 'A gift', 'Why not', proposed_by, decided_by, now() from proposal`,
  )
  expect(await violatedIn(wallet, verifyInvariants)).toEqual([AGREEMENT])
})

type Agreement = { kind: 'adjustment' | 'assignment' | 'payment'; amount: number; account?: string; nobody?: true }
/** A case: the agreement of two persons, the journals that follow from it, and the expected violations. */
type Case = [string, Agreement, (member: number, named: Named) => Order[], string[]]
type Named = { reference: string; reason: 'adjustment' }

const given = (member: number, named: Named): Order => ({ source: operations, target: impact(member), ...named })

const AGREED: readonly Case[] = [
  ['nothing wrong', { kind: 'adjustment', amount: 10 }, (member, named) => [given(member, named)], []],
  [
    'nothing wrong in what was taken',
    { kind: 'adjustment', amount: -10, account: 'available' },
    (member, named) => [{ source: available(member), target: operations, ...named }],
    [],
  ],
  [
    'nothing wrong in a payment that operations bears',
    { kind: 'payment', amount: 10, nobody: true },
    (_member, named) => [{ source: operations, target: chain, ...named }],
    [],
  ],
  [
    'a second journal under the same agreement',
    { kind: 'adjustment', amount: 10 },
    (member, named) => [
      given(member, named),
      { ...given(member, named), reference: named.reference.replace('-', '-0') },
    ],
    [AGREEMENT],
  ],
  [
    'what should have been taken',
    { kind: 'adjustment', amount: -10 },
    (member, named) => [given(member, named)],
    [AGREEMENT],
  ],
  [
    'the wrong account',
    { kind: 'adjustment', amount: 10, account: 'available' },
    (member, named) => [given(member, named)],
    [AGREEMENT],
  ],
  [
    'an assignment that operations pays',
    { kind: 'assignment', amount: 10 },
    (member, named) => [given(member, named)],
    [AGREEMENT],
  ],
  [
    'an assignment that is called a deposit',
    { kind: 'assignment', amount: 10 },
    (member, named) => [{ source: chain, target: impact(member), ...named, reason: 'deposit' }],
    [AGREEMENT, EVIDENCE],
  ],
  [
    'a payment that operations should bear, borne by a member',
    { kind: 'payment', amount: 10, nobody: true },
    (member, named) => [{ source: available(member), target: chain, ...named }],
    [AGREEMENT],
  ],
  [
    'a payment that a member got',
    { kind: 'payment', amount: 10, nobody: true },
    (member, named) => [given(member, named)],
    [AGREEMENT, EVIDENCE],
  ],
  [
    'a payment that has not left',
    { kind: 'payment', amount: 10 },
    (member, named) => [{ source: available(member), target: operations, ...named }],
    [EVIDENCE],
  ],
]

test('in what two persons agreed on, verify notices what is another amount, account, or not there', async () => {
  const wallet = await openTestWallet()
  const member = wallet.members[0]!
  await wallet.earn(member, 100)
  const inFull = newIn(wallet, verifyInvariants)
  expect(await inFull()).toEqual([])
  for (const [index, [what, { kind, nobody, ...details }, orders, expected]] of AGREED.entries()) {
    const id = index + 7
    await wallet.owner.query(
      `insert into proposal (id, kind, state, details, summary, why, member_id, proposed_by, decided_by, decided_at)
       overriding system value
       select $4, $1, 'done', $2, 'x', 'x', $3, min(id), max(id), now() from account where role = 'operator'`,
      [kind, JSON.stringify(details), nobody ? null : member, id],
    )
    for (const order of orders(member, { reference: `proposal-${id}`, reason: 'adjustment' }))
      await wallet.ledger.post(tenDollars, order)
    expect((await inFull()).toSorted(), what).toEqual(expected.toSorted())
  }
})

test('verify notices a log that was credited a second time, under another spelling', async () => {
  const wallet = await openTestWallet()
  const member = wallet.members[0]!
  await depositArrives(wallet.ledger, member, 10)
  expect(await violatedIn(wallet, verifyNews)).toEqual([])
  const { rows } = await wallet.owner.query<{ reference: string }>(
    'select reference from deposit order by id desc limit 1',
  )
  const reference = `${rows[0]!.reference}0`
  await wallet.ledger.post(tenDollars, { source: chain, target: impact(member), reference, reason: 'deposit' })
  expect(await violatedIn(wallet, verifyNews)).toEqual(expect.arrayContaining([LOGS, EVIDENCE]))
})

test('verify notices addresses and ends of recoveries that two persons did not agree on', async () => {
  const { db, owner } = await openTestWallet()
  const isNoticed = async () =>
    (await verifyInvariants(db)).some(({ name, violations }) => name === OURS && violations > 0)
  const agree = (kind: string, details: object) =>
    owner.query(
      `insert into proposal (kind, state, details, summary, why, proposed_by, decided_by, decided_at)
       select $1, 'done', $2, 'x', 'x', min(id), max(id), now() from account where role = 'operator' returning id`,
      [kind, JSON.stringify(details)],
    )
  await agree('funding_address', { address: '0xa', name: 'Cold store', change: 'declare' })
  expect(await isNoticed()).toBe(true)
  await owner.query(`insert into funding_address (chain_id, address, name, proposal_id)
    select 31337, '0xa', 'Cold store', max(id) from proposal`)
  expect(await isNoticed()).toBe(false)
  for (const [lie, truth] of [
    [`update funding_address set address = '0xb'`, `update funding_address set address = '0xa'`],
    [
      `insert into funding_address select 31337, '0xb', name, proposal_id from funding_address`,
      `delete from funding_address where address = '0xb'`,
    ],
  ] as const) {
    await owner.query(lie)
    expect(await isNoticed(), lie).toBe(true)
    await owner.query(truth)
  }
  await agree('funding_address', { address: '0xa', name: 'Cold store', change: 'retract' })
  expect(await isNoticed()).toBe(true)
  await owner.query('delete from funding_address')
  expect(await isNoticed()).toBe(false)

  await owner.query(`insert into recovery (why, ended_at, proposal_id) select 'x', now(), max(id) from proposal`)
  expect(await isNoticed()).toBe(true)
  const { rows } = await owner.query<{ id: number }>('select id from recovery')
  await agree('recovery', { recovery: rows[0]!.id })
  await owner.query('update recovery set proposal_id = (select max(id) from proposal)')
  expect(await isNoticed()).toBe(false)
  await owner.query('update recovery set ended_at = null, proposal_id = null')
  expect(await isNoticed()).toBe(true)
  await owner.query('update recovery set ended_at = now(), proposal_id = (select max(id) from proposal)')
  expect(await isNoticed()).toBe(false)
  await owner.query('update ledger_state set recovering = true')
  expect(await isNoticed()).toBe(true)
  await owner.query('update ledger_state set recovering = false')
  expect(await isNoticed()).toBe(false)

  await owner.query(`insert into lost_tail (journal_id, reference, last_journal) values (9, 'x', 8)`)
  expect(await isNoticed()).toBe(true)
  await owner.query('update ledger_state set stopped_by = (select id from lost_tail)')
  expect(await isNoticed()).toBe(false)
  await owner.query('update ledger_state set stopped_by = null')
  await owner.query(`update lost_tail set accepted_at = now(), proposal_id = (select max(id) from proposal)`)
  expect(await isNoticed()).toBe(true)
  const { rows: lost } = await owner.query<{ id: number }>('select id from lost_tail')
  await agree('lost_tail', { lost_tail: lost[0]!.id })
  await owner.query('update lost_tail set proposal_id = (select max(id) from proposal)')
  expect(await isNoticed()).toBe(false)
})
