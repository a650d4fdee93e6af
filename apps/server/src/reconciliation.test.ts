import { chain as chainAccount, impact } from '@trefoil/core/ledger/account'
import { parseAmount } from '@trefoil/core/money'
import { reconcile, reserveTrouble, type ReserveFigures } from '@trefoil/core/reserves/reconciliation'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Address, Chain } from './chain/chain.ts'
import { mintCall } from './chain/deploy.ts'
import { keepSetting, settingOf } from './chain/fingerprint.ts'
import { NONE_FORMER } from './chain/open.ts'
import { scanStep } from './deposits/scan.ts'
import type { AnyOrder, LedgerOperation } from './ledger/operation.ts'
import { isCreditable } from './operator/deposits.ts'
import { reversal } from './operator/reverse.ts'
import { look } from './payouts/sender.ts'
import { startTestChain, UNIT, type TestChain } from './testing/chain.ts'
import { expectNoViolation } from './testing/invariants.ts'
import { openPayouts, randomAddress } from './testing/payouts.ts'
import { reversalOrder } from './testing/reversals.ts'
import type { TestWallet } from './testing/wallet.ts'
import { findUnbookedOutflows } from './reserves/figures.ts'
import { reconcileReserves } from './reserves/reconcile.ts'

async function scene() {
  const chain = await startTestChain()
  const payouts = await openPayouts(chain)
  const { wallet } = payouts
  const context = { db: wallet.db, chain: chain.chain, addresses: await wallet.addresses(chain.chain) }
  const compare = async (): Promise<ReserveFigures> => {
    const { figures } = (await reconcileReserves(context))!
    expect(reconcile(figures).difference).toBe(0n)
    return figures
  }
  await compare()
  const settle = async () => {
    await chain.mine(3)
    await wallet.follow(chain.chain)
  }
  return { chain, payouts, wallet, context, compare, settle }
}

test('at every step of a deposit and of a payout, the chain holds what the books explain, to the last unit', async () => {
  const { chain, payouts, wallet, context, compare, settle } = await scene()
  const address = await wallet.addressOf(chain.chain, wallet.members[0]!)
  const before = await compare()
  await chain.pay(address, 5n * UNIT + 7n)
  await chain.mine(3)
  while ((await scanStep(context)).more);
  expect(await compare()).toMatchObject({ unswept: 5n * UNIT + 7n, depositsWaiting: 5n * UNIT + 7n })
  await wallet.follow(chain.chain)
  expect(await compare()).toMatchObject({
    depositsWaiting: 0n,
    books: before.books + 5n * UNIT,
    dust: before.dust + 7n,
  })

  const eager = { ...payouts.context(), sweeps: { addressesMax: 100, minUnits: 1n, everyMs: 0 } }
  // Claimed, then sent.
  for (let looks = 0; looks < 2; looks += 1) await look(eager)
  await settle()
  expect(await compare()).toMatchObject({ unswept: 0n, treasury: 5n * UNIT + 7n })

  await payouts.ask({ whole: 10 })
  for (let looks = 0; looks < 2; looks += 1) await look(payouts.context())
  await chain.mine(3)
  while ((await scanStep(context)).more);
  expect(await compare()).toMatchObject({ payoutsWaiting: 10n * UNIT, vault: before.vault - 10n * UNIT })
  await look(payouts.context())
  expect(await compare()).toMatchObject({ payoutsWaiting: 0n })

  // Booked by the sender before the scanner has come as far.
  await payouts.ask({ whole: 20 })
  await payouts.finish()
  expect(await compare()).toMatchObject({ payoutsAhead: 20n * UNIT, payoutsWaiting: 0n })
  await settle()
  expect(await compare()).toMatchObject({ payoutsAhead: 0n, payoutsWaiting: 0n, unbooked: 0n })
})

test('what a stranger sends is unmatched until it is assigned', async () => {
  const { chain, wallet, compare, settle } = await scene()
  await chain.pay(chain.chain.vault, 3n * UNIT + 1n)
  await settle()
  expect(await compare()).toMatchObject({ unmatched: 3n * UNIT + 1n })
  await wallet.earn(wallet.members[0]!, 5)
  expect(await compare()).toMatchObject({ unmatched: 3n * UNIT + 1n })
})

test('what was assigned to the wrong member and reversed is unmatched again', async () => {
  const { wallet, compare } = await scene()
  const before = await compare()
  await wallet.earn(wallet.members[0]!, 5)
  const { rows } = await wallet.owner.query<{ id: number }>('select max(id)::int as id from journal')
  await wallet.ledger.post(reversal, await reversalOrder(wallet.db, rows[0]!.id))
  expect(await compare()).toMatchObject({ books: before.books, unmatched: before.unmatched + 5n * UNIT })
  await expectNoViolation(wallet.db)
})

/** As two operators do it. */
async function declareOurs({ owner }: TestWallet, address: Address): Promise<void> {
  await owner.query(
    `with declared as (
       insert into proposal (kind, state, details, summary, why, proposed_by, decided_by, decided_at)
       select 'funding_address', 'done', jsonb_build_object('address', $1::text, 'name', 'Cold store', 'change', 'declare'),
         'Ours', 'Ours', min(id), max(id), now() from account where role = 'operator'
       returning id)
     insert into funding_address (chain_id, address, name, proposal_id) select 31337, $1, 'Cold store', id from declared`,
    [address],
  )
}

test('an outflow that nobody booked stops payouts, is listed, and operators hear of it once', async () => {
  const { chain, payouts, wallet, context, compare, settle } = await scene()
  const thief = randomAddress()
  const transaction = await chain.takeFromVault(thief, 2n * UNIT)
  await settle()
  expect(await compare()).toMatchObject({ unbooked: 2n * UNIT })
  await compare()
  const { reference } = await payouts.ask()
  expect(await look(payouts.context())).toMatchObject({
    trouble: '2 left the treasury or the vault, and nobody booked it',
  })
  expect(await payouts.stateOf(reference)).toBe('approved')
  expect(await findUnbookedOutflows(wallet.db, context.chain)).toMatchObject([
    { transaction, recipient: thief, value: String(2n * UNIT), payout_id: null },
  ])
  const mails = await wallet.owner.query(`select facts from mail_outbox where kind = 'reserves waits'`)
  expect(mails.rows).toHaveLength(2)

  // Between treasury and vault nothing leaves.
  await chain.takeFromVault(chain.chain.treasury, UNIT)
  await settle()
  expect(await compare()).toMatchObject({ unbooked: 2n * UNIT })

  // Two operators say that it was their own address.
  await declareOurs(wallet, thief)
  expect(await compare()).toMatchObject({ unbooked: 0n, funding: -2n * UNIT })
  await payouts.finish()
  expect(await payouts.stateOf(reference)).toBe('paid')
})

test('an outflow from the treasury that nobody booked stops payouts, until two operators say whose it is', async () => {
  const { chain, payouts, wallet, context, compare, settle } = await scene()
  await chain.pay(await wallet.addressOf(chain.chain, wallet.members[0]!), 9n * UNIT)
  await settle()
  await payouts.sweep()
  expect(await compare()).toMatchObject({ treasury: 9n * UNIT, unbooked: 0n })
  const thief = randomAddress()
  const transaction = await chain.takeFromTreasury(thief, 4n * UNIT + 1n)
  await settle()
  expect(await compare()).toMatchObject({ treasury: 5n * UNIT - 1n, unbooked: 4n * UNIT + 1n })
  const { reference } = await payouts.ask()
  expect((await look(payouts.context())).trouble).toContain('left the treasury or the vault, and nobody booked it')
  expect(await payouts.stateOf(reference)).toBe('approved')
  expect(await findUnbookedOutflows(wallet.db, context.chain)).toMatchObject([
    { transaction, sender: chain.chain.treasury, recipient: thief, value: String(4n * UNIT + 1n), payout_id: null },
  ])
  await declareOurs(wallet, thief)
  expect(await compare()).toMatchObject({ unbooked: 0n, funding: -4n * UNIT - 1n })
})

test('a payment of the vault that no withdrawal asked for is an outflow that nobody booked', async () => {
  const { payouts, wallet, context, compare, settle } = await scene()
  const { reference } = await payouts.ask()
  await payouts.finish()
  await settle()
  expect(await compare()).toMatchObject({ unbooked: 0n })
  // As if the records of it had been lost, with the row that would find it again.
  await wallet.owner.query(
    `set session_replication_role = replica;
     update withdrawal set payout_id = 'another' where reference = '${reference}';
     delete from reconciliation; set session_replication_role = default`,
  )
  const { figures } = (await reconcileReserves(context))!
  expect(figures.unbooked).toBe(10n * UNIT)
  expect(await findUnbookedOutflows(wallet.db, context.chain)).toMatchObject([{ value: String(10n * UNIT) }])
})

test('a new vault brings what it holds, and the former one still counts', async () => {
  const { chain, wallet, compare, settle } = await scene()
  const before = await compare()
  const { token } = chain.facts
  const vault = await chain.deployVault()
  await chain.owner.send({ to: token, data: mintCall(vault, 500n * UNIT) })
  await settle()
  const renewed = await renew(wallet, chain, { vault })
  await wallet.follow(renewed)
  const both = (await reconcileReserves({ db: wallet.db, chain: renewed }))!.figures
  expect(both).toMatchObject({ vault: 500n * UNIT, treasury: before.vault, opening: before.opening + 500n * UNIT })
  expect(reconcile(both).difference).toBe(0n)
  await chain.takeFromVault(vault, 7n * UNIT)
  await chain.mine(3)
  await wallet.follow(renewed)
  const moved = (await reconcileReserves({ db: wallet.db, chain: renewed }))!.figures
  expect(moved).toMatchObject({ vault: 507n * UNIT, unbooked: 0n })
  expect(reconcile(moved).difference).toBe(0n)
})

test('a new vault may be funded from the reserves before it comes into force', async () => {
  const { chain, wallet, compare, settle } = await scene()
  const before = await compare()
  const vault = await chain.deployVault()
  await chain.takeFromVault(vault, 30n * UNIT)
  await settle()
  expect(await compare()).toMatchObject({ unbooked: 30n * UNIT })
  const renewed = await renew(wallet, chain, { vault })
  await wallet.follow(renewed)
  const { figures } = (await reconcileReserves({ db: wallet.db, chain: renewed }))!
  expect(figures).toMatchObject({
    vault: 30n * UNIT,
    treasury: before.vault - 30n * UNIT,
    opening: before.opening + 30n * UNIT,
    funding: before.funding - 30n * UNIT,
    unbooked: 0n,
  })
  expect(reserveTrouble(figures, renewed.decimals)).toBeUndefined()
  expect(await findUnbookedOutflows(wallet.db, renewed)).toEqual([])
})

test('what a new treasury had sent before is own funding, and no member can be credited for it', async () => {
  const { chain, wallet, compare, settle } = await scene()
  const before = await compare()
  await chain.pay(chain.chain.vault, 3n * UNIT)
  await settle()
  const creditable = async (view: Chain) =>
    (
      await sql<{ sender: Address }>`select sender from unmatched_transfer s where ${isCreditable(view)}`.execute(
        wallet.db,
      )
    ).rows
  const [sent] = await creditable(chain.chain)
  expect(await compare()).toMatchObject({ unmatched: before.unmatched + 3n * UNIT })
  const renewed = await renew(wallet, chain, { treasury: sent!.sender })
  await wallet.follow(renewed)
  const { figures } = (await reconcileReserves({ db: wallet.db, chain: renewed }))!
  expect(figures).toMatchObject({ unmatched: before.unmatched, funding: before.funding + 3n * UNIT })
  expect(reserveTrouble(figures, renewed.decimals)).toBeUndefined()
  // Nor once it is a former one itself.
  expect(await creditable({ ...renewed, treasury: chain.chain.treasury })).toEqual([])
})

test('what a vault paid just before another came into force is still known by its id', async () => {
  const { chain, payouts, wallet } = await scene()
  await payouts.ask()
  // Booked, but not read by the scanner.
  await payouts.finish()
  const renewed = await renew(wallet, chain, { vault: await chain.deployVault() })
  await chain.mine(3)
  await wallet.follow(renewed)
  const { figures } = (await reconcileReserves({ db: wallet.db, chain: renewed }))!
  expect([figures.unbooked, reconcile(figures).difference]).toEqual([0n, 0n])
})

/** As two operators change it. */
async function renew(
  wallet: TestWallet,
  { chain, view, url }: TestChain,
  change: { vault: Address } | { treasury: Address },
): Promise<Chain> {
  const former = 'vault' in change ? { vaults: [chain.vault] } : { treasuries: [chain.treasury] }
  const renewed = view([url], { ...change, former: { ...NONE_FORMER, ...former } })
  await keepSetting(wallet.db, { ...settingOf(renewed), number: 2 })
  return renewed
}

const mint: LedgerOperation<AnyOrder & { member: number }, object, undefined> = {
  reason: 'deposit',
  touches: ({ member }) => ({ members: [member] }),
  decide: ({ programme }, { member }) => ({
    plan: {
      journals: [
        {
          source: chainAccount,
          credits: [{ target: impact(member), amount: parseAmount(0.00001), share: 'whole' }],
          reason: 'deposit',
          reference: 'from nowhere',
          ruleVersion: programme.version,
        },
      ],
    },
    reply: {},
    note: undefined,
  }),
}

test('money that was minted in the books stops payouts, be it one unit', async () => {
  const { payouts, wallet, context } = await scene()
  await payouts.ask()
  await wallet.ledger.post(mint, { member: wallet.members[0]! })
  const { figures } = (await reconcileReserves(context))!
  expect(reconcile(figures).difference).toBe(-(10n ** 13n))
  expect(await look(payouts.context())).toMatchObject({
    trouble: 'The chain holds 0.00001 less than the books explain',
  })
})
