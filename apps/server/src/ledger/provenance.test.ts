import { chain, impact, operations, type Account } from '@trefoil/core/ledger/account'
import type { Reason } from '@trefoil/core/ledger/journal'
import { parseAmount } from '@trefoil/core/money'
import { expect, test } from 'vitest'
import type { Database } from '../db/database.ts'
import { openTestWallet, type TestWallet } from '../testing/wallet.ts'
import type { AnyOrder, LedgerOperation } from './operation.ts'
import { verifyInvariants, verifyNews, type Verdict } from './verify.ts'

const EVIDENCE = 'every journal that touches the chain has its evidence'
const AGREEMENT = 'every adjustment was agreed on by two persons, and every agreement is one journal'

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

const violatedIn = async ({ db }: TestWallet, look: (db: Database) => Promise<Verdict[]>) =>
  (await look(db)).filter(({ violations }) => violations > 0).map(({ name }) => name)

test.for<[string, (member: number) => Order, string[]]>([
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
    (member) => ({ source: chain, target: impact(member), reference: 'proposal-7', reason: 'adjustment' }),
    [EVIDENCE, AGREEMENT],
  ],
  [
    'an adjustment between accounts that nobody agreed on',
    (member) => ({ source: impact(member), target: operations, reference: 'because', reason: 'adjustment' }),
    [AGREEMENT],
  ],
])('verify notices %s', async ([, order, expected]) => {
  const wallet = await openTestWallet()
  expect(await violatedIn(wallet, verifyNews)).toEqual([])
  await wallet.ledger.post(tenDollars, order(wallet.members[0]!))
  expect(await violatedIn(wallet, verifyNews)).toEqual(expect.arrayContaining(expected))
  expect(await violatedIn(wallet, verifyInvariants)).toEqual(expect.arrayContaining(expected))
})

test('verify notices an agreement that was never carried out, and one whose amount is another', async () => {
  const wallet = await openTestWallet()
  await wallet.earn(wallet.members[0]!, 10)
  expect(await violatedIn(wallet, verifyInvariants)).toEqual([])
  const change = (set: string) =>
    wallet.owner.query(`alter table proposal disable trigger user; update proposal set ${set}`)
  await change(`details = details || '{"amount": 11}'`)
  expect(await violatedIn(wallet, verifyInvariants)).toEqual([AGREEMENT])
  await change(`details = details || '{"amount": 10}'`)
  await wallet.owner.query(
    `insert into proposal (kind, state, details, summary, why, proposed_by, decided_by, decided_at)
     select 'adjustment', 'done', '{"amount": 5}', 'A gift', 'Why not', proposed_by, decided_by, now() from proposal`,
  )
  expect(await violatedIn(wallet, verifyInvariants)).toEqual([AGREEMENT])
})
