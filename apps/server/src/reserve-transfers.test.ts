import { expect, test } from 'vitest'
import { asApplication, openPool } from './db/database.ts'
import { look } from './payouts/sender.ts'
import { startTestChain, UNIT, type TestChain } from './testing/chain.ts'
import { openPayouts, randomAddress, type Payouts } from './testing/payouts.ts'
import type { TestWallet } from './testing/wallet.ts'
import { backfillStep } from './reserves/backfill.ts'

const STRANGER = randomAddress()

type Row = { kind: string; sender: string; recipient: string; value: string; payout_id: string | null }

const transfersOf = async ({ owner }: TestWallet): Promise<Row[]> =>
  (
    await owner.query<Row>(
      `select kind, sender, recipient, value::text, payout_id, block_number, ordinal, transaction from reserve_transfer
       where chain_id = 31337 and block_number > 0 order by block_number, transaction, ordinal`,
    )
  ).rows

/** A deposit that is swept, a payout, a top-up of the vault, a stranger's mistake, and the owner who takes something. */
async function eventfulDay(payouts: Payouts, chain: TestChain) {
  const { wallet } = payouts
  const { treasury, vault } = chain.chain
  const address = await wallet.addressOf(chain.chain, wallet.members[0]!)
  await chain.pay(address, 5n * UNIT + 7n)
  await chain.mine(3)
  await wallet.follow(chain.chain)
  const { reference, to } = await payouts.ask({ whole: 10 })
  const eager = { ...payouts.context(), sweeps: { addressesMax: 100, minUnits: 1n, everyMs: 0 } }
  for (let looks = 0; looks < 4; looks += 1) {
    await look(eager)
    await chain.mine(3)
  }
  await chain.pay(vault, 3n)
  await chain.takeFromVault(STRANGER, 2n * UNIT)
  await chain.takeFromVault(treasury, UNIT)
  await chain.mine(3)
  await wallet.follow(chain.chain)
  const { rows } = await wallet.owner.query<{ payout_id: string }>(
    'select payout_id from withdrawal where reference = $1',
    [reference],
  )
  const happened = [
    { kind: 'payout', sender: vault, recipient: to, value: String(10n * UNIT), payout_id: rows[0]!.payout_id },
    { kind: 'sweep', sender: address, recipient: treasury, value: String(5n * UNIT + 7n), payout_id: null },
    { kind: 'in', recipient: vault, value: '3', payout_id: null },
    { kind: 'out', sender: vault, recipient: STRANGER, value: String(2n * UNIT), payout_id: null },
    { kind: 'internal', sender: vault, recipient: treasury, value: String(UNIT), payout_id: null },
  ]
  return { address, happened }
}

test('every transfer from and to treasury and vault is recorded, payouts with the id that the vault announced', async () => {
  const chain = await startTestChain()
  const payouts = await openPayouts(chain)
  const { wallet } = payouts
  const { address, happened } = await eventfulDay(payouts, chain)
  expect(await transfersOf(wallet)).toMatchObject(happened)

  // Only the stranger's mistake is for operators to look at: neither our sweeps nor our own transfers are.
  const unmatched = await wallet.owner.query(
    'select kind, recipient, value::text from unmatched_transfer where block_number > 0',
  )
  expect(unmatched.rows).toEqual([{ kind: 'to_contract', recipient: chain.chain.vault, value: '3' }])

  const sums = async () =>
    (await wallet.owner.query('select (arrived - swept)::text as unswept from scan')).rows as object[]
  expect(await sums()).toEqual([{ unswept: '0' }])
  await chain.pay(address, 4n)
  await chain.mine(2)
  await wallet.follow(chain.chain)
  expect(await sums()).toEqual([{ unswept: '0' }])
  await chain.mine()
  await wallet.follow(chain.chain)
  expect(await sums()).toEqual([{ unswept: '4' }])
})

test('an installation that was older reads its past, in steps, and then knows the same', async () => {
  const chain = await startTestChain()
  const payouts = await openPayouts(chain)
  const { wallet } = payouts
  await eventfulDay(payouts, chain)
  const recorded = await transfersOf(wallet)
  const before = (await wallet.owner.query('select arrived, swept from scan')).rows
  // As the migration finds it: no transfers but the sweeps, which were kept elsewhere.
  await wallet.owner.query(`
    alter table reserve_transfer disable trigger user;
    delete from reserve_transfer where block_number > 0 and kind <> 'sweep'; delete from reserve_account;
    alter table reserve_transfer enable trigger user`)
  await wallet.follow(chain.chain)
  const slowly = { db: wallet.db, chain: chain.view([chain.url], { rangeMax: 4 }) }
  // What was scanned and is not final may still change.
  const { left, more } = await backfillStep(slowly)
  expect([left > 10n, more]).toEqual([true, false])
  await chain.mine(3)
  await wallet.follow(chain.chain)
  let steps = 0
  while ((await backfillStep(slowly)).more) steps += 1
  expect(steps).toBeGreaterThan(4)
  // From the first deposit on, which in these tests is older than the vault's float.
  const [float, ...others] = await transfersOf(wallet)
  expect(float).toMatchObject({ kind: 'in', recipient: chain.chain.vault, value: String(1_000_000n * UNIT) })
  expect(others).toEqual(recorded)
  expect((await wallet.owner.query('select arrived, swept from scan')).rows).toEqual(before)
})

test('a transfer that a reorganisation took away is gone, and a final one stays whoever asks', async () => {
  const chain = await startTestChain({ finalityDepth: 8 })
  const payouts = await openPayouts(chain)
  const { wallet } = payouts
  const kept = await chain.takeFromVault(STRANGER, UNIT)
  await chain.takeFromVault(STRANGER, 2n * UNIT)
  await wallet.follow(chain.chain)
  expect(await transfersOf(wallet)).toHaveLength(2)
  await chain.reorganise({ depth: 3, include: [kept], after: 2 })
  await wallet.follow(chain.chain)
  expect(await transfersOf(wallet)).toMatchObject([{ transaction: kept, value: String(UNIT) }])
  await chain.mine(8)
  await wallet.follow(chain.chain)
  const pool = openPool(asApplication(wallet.ownerUrl), 1)
  await expect(pool.query('delete from reserve_transfer')).rejects.toThrow('A final transfer stays')
  await expect(pool.query('update reserve_transfer set value = 0')).rejects.toMatchObject({ code: '42501' })
  await pool.end()
})
