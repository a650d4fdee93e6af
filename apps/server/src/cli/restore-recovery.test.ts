import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { admitMember } from '../auth/register.ts'
import type { Chain } from '../chain/chain.ts'
import { mintCall } from '../chain/deploy.ts'
import { keepSetting, settingOf } from '../chain/fingerprint.ts'
import { NONE_FORMER } from '../chain/open.ts'
import { proposeRecovery } from '../operator/propose-recovery.ts'
import { look } from '../payouts/sender.ts'
import { makeKeyring } from '../secrets/keyring.ts'
import { shareTestChain, startTestChain, UNIT, type TestChain } from '../testing/chain.ts'
import { createDatabase, dropDatabase } from '../testing/databases.ts'
import { isLong } from '../testing/long-form.ts'
import { openPayouts, randomAddress, type Payouts } from '../testing/payouts.ts'
import { testSettings } from '../testing/settings.ts'
import { twoOperators, why } from '../testing/two-operators.ts'
import type { TestWallet } from '../testing/wallet.ts'
import { backup } from './backup.ts'
import { PLAIN } from './backup-files.ts'
import { withDatabase } from './open.ts'
import { restore } from './restore.ts'

/** Shared by the tests in which nobody pays. */
const quiet = await shareTestChain()

/** As the command line does it, at two moments: what it answers restores into a database of its own. */
async function takeBackup({ ownerUrl }: TestWallet): Promise<(chain: TestChain, renewed?: Chain) => Promise<Payouts>> {
  const parent = await mkdtemp(join(tmpdir(), 'trefoil-restore-'))
  onTestFinished(() => rm(parent, { recursive: true, force: true }))
  const folder = join(parent, 'backup')
  await backup(testSettings({ databaseUrl: ownerUrl }), folder, PLAIN)
  return async (chain, renewed = chain.chain) => {
    const name = `test-${randomUUID()}`
    const databaseUrl = await createDatabase(inject('postgresUrl'), { name })
    onTestFinished(() => dropDatabase(inject('postgresUrl'), name))
    await restore(testSettings({ databaseUrl }), folder)
    if (renewed !== chain.chain) await putInForce(databaseUrl, renewed)
    return openPayouts({ ...chain, chain: renewed }, { ownerUrl: databaseUrl })
  }
}

/** As two operators do it with `chain change`. */
async function putInForce(databaseUrl: string, chain: Chain): Promise<void> {
  await withDatabase(testSettings({ databaseUrl }), ({ unaudited }) =>
    keepSetting(unaudited, { ...settingOf(chain), number: 2 }),
  )
}

/** $10 were earned before the backup, then requested and paid after it; with another vault at last, if told so. */
async function payAfterBackup({ newVault = false } = {}) {
  const chain = await startTestChain()
  const payouts = await openPayouts(chain)
  const [member] = payouts.wallet.members as [number]
  await payouts.ask({ member: payouts.wallet.members[1]! })
  await payouts.finish()
  await payouts.wallet.earn(member, 10)
  const restoreOn = await takeBackup(payouts.wallet)
  const lost = await payouts.ask({ member, earned: false })
  await payouts.finish()
  expect(await chain.chain.balanceOf(lost.to)).toBe(10n * UNIT)
  const renewed = newVault ? await withNewVault(chain) : chain.chain
  return { chain, restored: await restoreOn(chain, renewed), member, to: lost.to }
}

async function withNewVault({ chain, view, url, deployVault, owner }: TestChain): Promise<Chain> {
  const vault = await deployVault()
  await owner.send({ to: chain.token, data: mintCall(vault, 1000n * UNIT) })
  return view([url], { vault, former: { ...NONE_FORMER, vaults: [chain.vault] } })
}

const PAID: [what: string, options: { newVault?: boolean }][] = [
  ['what was paid after the backup', {}],
  ['what a former vault paid after the backup', { newVault: true }],
]

test.each(isLong ? PAID : PAID.slice(0, 1))('%s is booked before anything else can be paid', async (_, options) => {
  const { chain, restored, member, to } = await payAfterBackup(options)
  const { wallet } = restored
  const before = await availableOf(wallet, member)
  expect((await look(restored.context())).trouble).toContain('Recovery: Restored from the backup of')
  await look(restored.context())
  const { rows } = await wallet.owner.query(
    'select state, address, payout_number from withdrawal where member_id = $1',
    [member],
  )
  expect(rows).toEqual([{ state: 'paid', address: to, payout_number: 1 }])
  expect(await availableOf(wallet, member)).toBe(before - 1_000_000n)
  const { agree } = await twoOperators(restored)
  expect(await agree((context, first) => proposeRecovery(context, first, { why }))).toContain(
    'after 1 that only the chain knows',
  )
  const later = await restored.ask({ member })
  await restored.finish()
  expect(await restored.stateOf(later.reference)).toBe('paid')
  expect(await chain.chain.balanceOf(to)).toBe(10n * UNIT)
  await wallet.verify()
})

test('without any recovery the vault itself refuses to pay twice, because the number is the same', async () => {
  const { chain, restored, member, to } = await payAfterBackup()
  const { owner } = restored.wallet
  await owner.query(`set session_replication_role = replica; delete from recovery; delete from reserve_transfer;
    update ledger_state set recovering = false, batch = gen_random_uuid()`)
  await owner.query('update signer set next_nonce = $1', [await chain.chain.nonceAt('latest')])
  const again = await restored.ask({ member, to, earned: false })
  const { trouble } = await look(restored.context())
  expect([trouble, await restored.stateOf(again.reference)]).toEqual([undefined, 'approved'])
  // It was asked for, and refused: the chain knows more than we do.
  expect((await look(restored.context())).trouble).toContain(`has made payment 1 to member ${member}`)
  const { rows } = await owner.query(
    `select from sending join withdrawal w on w.id = withdrawal_id where member_id = $1`,
    [member],
  )
  expect(rows).toEqual([])
  expect(await chain.chain.balanceOf(to)).toBe(10n * UNIT)
})

test('nobody who joins after a restore gets the number or a deposit address of somebody who was lost', async () => {
  const payouts = await openPayouts(quiet)
  // More members than a recovery skips numbers.
  await payouts.wallet.owner.query(`select setval('account_id_seq', 3000000)`)
  await join3(payouts)
  const restoreOn = await takeBackup(payouts.wallet)
  const lost = await join3(payouts)
  const restored = await restoreOn(quiet)
  const joined = await join3(restored)
  expect(Math.min(...joined.map(({ id }) => id))).toBeGreaterThan(Math.max(...lost.map(({ id }) => id)) + 900_000)
  const addresses = [...lost, ...joined].map(({ address }) => address)
  expect(new Set(addresses).size).toBe(6)
})

test('a database that begins a recovery by itself skips numbers, too, and its role has no other right to', async () => {
  const chain = await startTestChain()
  const payouts = await openPayouts(chain)
  const { wallet } = payouts
  const [before] = await join3(payouts)
  await look(payouts.context())
  await wallet.owner.query('update signer set next_nonce = first_nonce')
  const call = { to: randomAddress(), data: '0x' as const }
  const nonce = await chain.chain.nonceAt('latest')
  const { raw } = await chain.chain.sign({ call, nonce, gas: 100_000n, fees: await chain.chain.fees() })
  await chain.chain.broadcast(raw)
  expect((await look(payouts.context())).trouble).toContain('Recovery')
  const [after] = await join3(payouts)
  expect(after!.id).toBeGreaterThan(before!.id + 900_000)
  const asApp = (statement: string) => wallet.owner.query(`set role trefoil_app; ${statement}; reset role`)
  await expect(asApp(`select setval('account_id_seq', 1)`)).rejects.toMatchObject({ code: '42501' })
  await wallet.owner.query('reset role')
  await expect(asApp('select skip_identities()')).rejects.toMatchObject({ code: '42501' })
  await wallet.owner.query('reset role')
})

test('whoever joins first after a standby took over skips numbers, and only they', async () => {
  const payouts = await openPayouts(quiet)
  const [before] = await join3(payouts)
  // As if this timeline was never seen.
  await payouts.wallet.owner.query('update database_timeline set number = number + 7')
  const [, ...after] = await join3(payouts)
  const [, , last] = await join3(payouts)
  expect(after[0]!.id).toBeGreaterThan(before!.id + 9000)
  // There are many failovers, and numbers have 32 bits.
  expect(after[0]!.id).toBeLessThan(before!.id + 101_000)
  expect(last!.id).toBe(after[1]!.id + 3)
  const mayWrite = `select has_table_privilege('trefoil_app', 'database_timeline', 'insert, update, delete') as may`
  expect((await payouts.wallet.owner.query(mayWrite)).rows).toEqual([{ may: false }])
})

const availableOf = async ({ owner }: TestWallet, member: number): Promise<bigint> =>
  BigInt((await owner.query('select available from member_balance where member_id = $1', [member])).rows[0].available)

/** Three newcomers with a deposit address each. */
async function join3({ wallet, chain }: Payouts) {
  const keyring = makeKeyring(testSettings({}).secret ?? '')
  const joined: { id: number; address: string }[] = []
  for (let count = 0; count < 3; count += 1) {
    const email = `${randomUUID()}@example.org`
    const newcomer = { name: 'Newcomer', email, passcodeHash: 'none', sponsorId: wallet.members[0]! }
    const { id } = await wallet.db.transaction().execute((tx) => admitMember(tx, keyring, newcomer))
    joined.push({ id, address: await wallet.addressOf(chain.chain, id) })
  }
  return joined
}
