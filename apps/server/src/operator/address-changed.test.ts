import { vault as vaultContract } from '@trefoil/contracts/artifacts/vault'
import { expect, test } from 'vitest'
import { callData } from '../chain/call-data.ts'
import { look } from '../payouts/sender.ts'
import { openCause, payAt } from '../testing/cause-payouts.ts'
import { shareTestChain, startTestChain, UNIT } from '../testing/chain.ts'
import { openPayouts, randomAddress, type Payouts } from '../testing/payouts.ts'
import { why } from '../testing/two-operators.ts'
import { approveProposal } from './decide-proposal.ts'
import { proposeCause } from './propose-cause.ts'

const chain = await shareTestChain()

const payoutOf = async ({ wallet }: Payouts) => {
  const { rows } = await wallet.owner.query(
    `select reference, state, address, waits_for, look_at from withdrawal where member_id = -1 order by id desc limit 1`,
  )
  return rows[0]
}

const heldOf = async ({ wallet }: Payouts): Promise<number[]> => {
  const { rows } = await wallet.owner.query(
    `select balance::float8 / 100000 as dollars from system_account where owner = -1 order by account::text`,
  )
  return rows.map(({ dollars }) => dollars)
}

test('a payout that waits while the cause’s address changes goes neither to the old nor to the new one', async () => {
  const payouts = await openPayouts(chain)
  const { context, first, second, payOut, address: old } = await openCause(payouts)
  const [before] = await heldOf(payouts)
  await payOut(10)
  const to = randomAddress()
  const demo = { ...context, settings: { ...context.settings, production: false } }
  const { id } = await proposeCause(demo, first, { cause: 1, change: 'address', address: to, why })
  await approveProposal(demo, second, { id, why })
  for (let looks = 0; looks < 4; looks += 1) {
    await look(payouts.context())
    await chain.mine(3)
  }
  const { reference, ...waiting } = await payoutOf(payouts)
  expect(waiting).toEqual({ state: 'approved', address: old, waits_for: 'address_changed', look_at: null })
  expect([await chain.chain.balanceOf(old), await chain.chain.balanceOf(to)]).toEqual([0n, 0n])

  // Nobody can wave it through.
  await expect(payouts.approve(reference)).rejects.toMatchObject({
    code: 'wrong_state',
    message: 'The payout address of The cause has changed since: refuse this, and propose it again.',
  })
  await payouts.refuse(reference, 'The address has changed')
  expect(await heldOf(payouts)).toEqual([before, 0])
  await payOut(10)
  await payouts.finish()
  expect([await chain.chain.balanceOf(old), await chain.chain.balanceOf(to)]).toEqual([0n, 10n * UNIT])
  await payouts.wallet.verify()
})

test('operators see that it waits for them, and why', async () => {
  const payouts = await openPayouts(chain)
  const { payOut } = await openCause(payouts)
  await payOut(10)
  await payAt(payouts, { address: randomAddress(), from: '-1 second' })
  await look(payouts.context())
  const { rows } = await payouts.wallet.owner.query(
    `select facts ->> 'waits_for' as waits_for from mail_outbox where kind = 'withdrawal waits' order by id desc limit 1`,
  )
  expect(rows).toEqual([{ waits_for: 'address_changed' }])
})

test('an address that comes back is paid once it is old enough', async () => {
  const payouts = await openPayouts(chain)
  const { payOut, address: old } = await openCause(payouts)
  await payOut(10)
  await payAt(payouts, { address: randomAddress(), from: '-1 second' })
  await look(payouts.context())
  await payAt(payouts, { address: old, from: '1 hour' })
  const { reference } = await payoutOf(payouts)
  await payouts.approve(reference)
  await look(payouts.context())
  const { state, waits_for, look_at } = await payoutOf(payouts)
  expect([state, waits_for]).toEqual(['approved', 'address_changed'])
  expect(look_at.getTime()).toBeGreaterThan(Date.now() + 3_500_000)
  await payAt(payouts, { address: old, from: '-1 second' })
  await payouts.approve(reference)
  await payouts.finish()
  expect(await chain.chain.balanceOf(old)).toBe(10n * UNIT)
  await payouts.wallet.verify()
})

test('one that the chain rejected is not tried again at an address that changed meanwhile', async () => {
  const own = await startTestChain()
  const payouts = await openPayouts(own)
  const { payOut, address: old } = await openCause(payouts)
  const callVault = (name: 'pause' | 'unpause') =>
    own.owner.send({ to: own.chain.vault, data: callData(vaultContract.abi, name) })
  const [before] = await heldOf(payouts)
  await payOut(10)
  await look(payouts.context())
  expect(await payoutOf(payouts)).toMatchObject({ state: 'claimed' })
  await callVault('pause')
  await look(payouts.context())
  await own.mine(3)
  await look(payouts.context())
  await callVault('unpause')
  await payAt(payouts, { address: randomAddress(), from: '-1 second' })
  await payouts.finish()
  const { reference, ...failed } = await payoutOf(payouts)
  expect(failed).toMatchObject({ state: 'failed', address: old })
  await expect(payouts.approve(reference)).rejects.toMatchObject({ code: 'wrong_state' })
  await payouts.refuse(reference, 'The address has changed')
  expect(await heldOf(payouts)).toEqual([before, 0])
  expect(await own.chain.balanceOf(old)).toBe(0n)
  await payouts.wallet.verify()
})

test('the database itself does not let such a payout be claimed', async () => {
  const payouts = await openPayouts(chain)
  const { payOut } = await openCause(payouts)
  await payOut(10)
  await payAt(payouts, { address: randomAddress(), from: '-1 second' })
  await expect(
    payouts.wallet.owner.query(
      `update withdrawal set state = 'claimed', claimed_at = now(), payout_id = 'x', payout_number = 1 where member_id = -1`,
    ),
  ).rejects.toMatchObject({ constraint: 'cause_is_paid_at_its_address' })
})
