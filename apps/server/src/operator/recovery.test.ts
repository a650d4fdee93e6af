import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Address, Hash } from '../chain/chain.ts'
import { look } from '../payouts/sender.ts'
import { startTestChain, UNIT, type TestChain } from '../testing/chain.ts'
import { openPayouts, randomAddress, type Payouts } from '../testing/payouts.ts'
import { keepCopy } from '../testing/rewind.ts'
import { dropped, startRpcProxy } from '../testing/rpc-proxy.ts'
import { twoOperators, why } from '../testing/two-operators.ts'
import { dryRunPayment, dryRunReply } from './dry-run-payment.ts'
import { proposePayment, proposeRecovery } from './propose-recovery.ts'
import { readRecoveryView } from './recovery.ts'

/** By the signer, under an id that no member has: its key, in other hands or in a database that is lost. */
async function payElsewhere(testChain: TestChain, to: Address, value: bigint): Promise<void> {
  const { chain } = testChain
  const id: Hash = `0x${randomBytes(32).toString('hex')}`
  const call = chain.payCall({ id, to, amount: value })
  const nonce = await chain.nonceAt('latest')
  const { raw } = await chain.sign({ call, nonce, gas: 200_000n, fees: await chain.fees() })
  await chain.broadcast(raw)
  await testChain.mine(3)
}

async function readAll(payouts: Payouts): Promise<string | undefined> {
  await payouts.chain.mine(3)
  await payouts.wallet.follow(payouts.chain.chain)
  return (await look(payouts.context())).trouble
}

test('a payment that nobody knows is listed, and ended only once two operators have booked it', async () => {
  const chain = await startTestChain()
  const payouts = await openPayouts(chain)
  const { wallet } = payouts
  const [member, other] = wallet.members as [number, number]
  const to = randomAddress()
  await wallet.owner.query(`update account set wallet_address = $2, wallet_address_since = now() where id = $1`, [
    member,
    to,
  ])
  await payElsewhere(chain, to, 5000n * UNIT)
  await readAll(payouts)
  expect(await readAll(payouts)).toContain('Recovery')
  const asked = await payouts.ask({ member: other })
  const { context, first, agree } = await twoOperators(payouts)

  const { recovery, payments } = await readRecoveryView(context)
  expect(recovery).toMatchObject({ waits_for: 'One payment is not booked yet: book it first.' })
  expect(payments).toMatchObject([
    {
      from: 'vault',
      recipient: to,
      amount: 5000,
      suggestions: [{ id: member, because: 'address' }],
      proposal_id: null,
    },
  ])
  await expect(proposeRecovery(context, first, { why })).rejects.toMatchObject({ code: 'wrong_state' })

  const { transaction, ordinal } = payments[0]!
  const payment = { transaction, ordinal }
  // More than the account holds.
  await expect(proposePayment(context, first, { ...payment, member, why })).rejects.toMatchObject({
    code: 'insufficient_funds',
  })
  const unknown = { transaction: `0x${'1'.repeat(64)}`, ordinal: 0, member, why }
  await expect(proposePayment(context, first, unknown)).rejects.toMatchObject({ code: 'wrong_state' })
  await wallet.earn(member, 5000)
  const { accounts, refused } = dryRunReply(await dryRunPayment(context, { ...payment, member }))
  expect(refused).toBeNull()
  expect(accounts.map(({ account, before, after }) => [account, after - before])).toEqual([
    ['available', -5000],
    ['chain', 5000],
  ])
  await agree((_, by) => proposePayment(context, by, { ...payment, member, why }))
  await expect(proposePayment(context, first, { ...payment, member, why })).rejects.toMatchObject({
    code: 'wrong_state',
  })
  expect((await readRecoveryView(context)).payments).toEqual([])
  await wallet.verify()

  expect(await payouts.stateOf(asked.reference)).toBe('approved')
  await agree((_, by) => proposeRecovery(context, by, { why }))
  await payouts.finish()
  expect(await payouts.stateOf(asked.reference)).toBe('paid')
  const { rows } = await wallet.owner.query(`select details ->> 'kind' as kind from audit_entry
    where action = 'proposal.approve' order by id`)
  expect(rows).toEqual([{ kind: 'payment' }, { kind: 'recovery' }])
  await wallet.verify()
})

test('operations bears what no member does: as far as it can, once, and rounded up', async () => {
  const chain = await startTestChain()
  const payouts = await openPayouts(chain)
  const { wallet } = payouts
  await payElsewhere(chain, randomAddress(), UNIT + 1n)
  await payElsewhere(chain, randomAddress(), 500_000n * UNIT)
  await readAll(payouts)
  const { context, first, agree } = await twoOperators(payouts)
  const { payments } = await readRecoveryView(context)
  const [small, large] = payments.map(({ transaction, ordinal }) => ({ transaction, ordinal }))
  const operations = async () =>
    (await wallet.owner.query(`select balance from system_account where account = 'operations'`)).rows[0]
      .balance as string
  const before = BigInt(await operations())
  expect(before).toBeGreaterThan(200_000n)
  await expect(proposePayment(context, first, { ...large!, member: null, why })).rejects.toMatchObject({
    code: 'insufficient_funds',
  })
  const proposal = await proposePayment(context, first, { ...small!, member: null, why })
  expect(proposal.summary).toContain('$1.00001')
  // Proposed already.
  await expect(proposePayment(context, first, { ...small!, member: null, why })).rejects.toMatchObject({
    code: 'wrong_state',
  })
  expect((await readRecoveryView(context)).payments[0]).toMatchObject({ proposal_id: proposal.id })
  await agree(async () => proposal)
  expect(BigInt(await operations())).toBe(before - 100_001n)
  expect((await readRecoveryView(context)).payments).toHaveLength(1)
  await wallet.verify()
})

test('what the vault’s owner takes past the server is listed and booked without a recovery; a refill is neither', async () => {
  const chain = await startTestChain()
  const payouts = await openPayouts(chain)
  const to = randomAddress()
  await chain.takeFromVault(to, 7n * UNIT)
  await chain.takeFromVault(chain.chain.treasury, UNIT)
  await readAll(payouts)
  const { context, agree } = await twoOperators(payouts)
  const { recovery, payments } = await readRecoveryView(context)
  expect(recovery).toBeNull()
  expect(payments).toMatchObject([{ from: 'vault', recipient: to, amount: 7, payout_id: null, suggestions: [] }])
  const { transaction, ordinal } = payments[0]!
  const [member] = payouts.wallet.members as [number]
  await payouts.wallet.earn(member, 7)
  await agree((_, by) => proposePayment(context, by, { transaction, ordinal, member, why }))
  expect((await readRecoveryView(context)).payments).toEqual([])
  await payouts.wallet.verify()
})

test('a forgotten payment that the balance does not cover is left to two operators, and its number stays taken', async () => {
  const chain = await startTestChain()
  const payouts = await openPayouts(chain)
  const { wallet } = payouts
  const { rows: poor } = await wallet.owner.query<{ id: number }>(
    'select member_id as id from member_balance where available < 10000000 order by available limit 1',
  )
  const member = poor[0]!.id
  const restore = await keepCopy(wallet.owner)
  // Earned after the copy was made, as well.
  const lost = await payouts.ask({ member, whole: 100 })
  await payouts.finish()
  await restore()
  await readAll(payouts)
  await readAll(payouts)
  const { context, agree } = await twoOperators(payouts)
  const { payments } = await readRecoveryView(context)
  expect(payments).toMatchObject([{ recipient: lost.to, suggestions: [{ id: member, because: 'number' }] }])
  const { transaction, ordinal } = payments[0]!
  await agree((_, by) => proposePayment(context, by, { transaction, ordinal, member: null, why }))
  await agree((_, by) => proposeRecovery(context, by, { why }))
  const later = await payouts.ask({ member, to: lost.to })
  await payouts.finish()
  expect(await payouts.stateOf(later.reference)).toBe('paid')
  const { rows } = await wallet.owner.query('select payout_number from withdrawal')
  expect(rows).toEqual([{ payout_number: 2 }])
  expect(await chain.chain.balanceOf(lost.to)).toBe(110n * UNIT)
  await wallet.verify()
})

test('a transaction that the database forgot, mined after its number was claimed anew: both are paid once', async () => {
  const chain = await startTestChain()
  const payouts = await openPayouts(chain)
  const { wallet } = payouts
  const [member] = wallet.members as [number]
  await wallet.earn(member, 30)
  const restore = await keepCopy(wallet.owner)
  const lost = await payouts.ask({ member, whole: 20, earned: false })
  // Signed, and kept back by whoever was to pass it on.
  const proxy = await startRpcProxy(chain.url)
  proxy.fail('eth_sendRawTransaction', dropped)
  for (let looks = 0; looks < 2; looks += 1) await look(payouts.context(chain.view([proxy.url])))
  const { rows: signed } = await wallet.owner.query<{ raw: Hash }>('select raw from sending_attempt')
  await restore()
  const asked = await payouts.ask({ member, whole: 10, earned: false })
  await look(payouts.context())
  expect(await payouts.stateOf(asked.reference)).toBe('claimed')
  await chain.chain.broadcast(signed[0]!.raw)
  for (let looks = 0; looks < 4; looks += 1) await readAll(payouts)
  const { agree } = await twoOperators(payouts)
  await agree((context, by) => proposeRecovery(context, by, { why }))
  await payouts.finish()
  expect([await chain.chain.balanceOf(lost.to), await chain.chain.balanceOf(asked.to)]).toEqual([
    20n * UNIT,
    10n * UNIT,
  ])
  const { rows } = await wallet.owner.query(
    'select state, amount, payout_number from withdrawal order by payout_number',
  )
  expect(rows).toEqual([
    { state: 'paid', amount: '2000000', payout_number: 1 },
    { state: 'paid', amount: '1000000', payout_number: 2 },
  ])
  await wallet.verify()
})
