import { vault as vaultContract } from '@trefoil/contracts/artifacts/vault'
import { expect, test } from 'vitest'
import { callData } from '../chain/call-data.ts'
import { startTestChain, UNIT } from '../testing/chain.ts'
import { openPayouts, type Payouts } from '../testing/payouts.ts'
import { nextPayouts } from './payout-number.ts'
import { look } from './sender.ts'

type Row = { state: string; payout_number: number | null; payout_id: string | null }

const rowsOf = async ({ wallet }: Payouts): Promise<Row[]> =>
  (await wallet.owner.query<Row>('select state, payout_number, payout_id from withdrawal order by id')).rows

test('payouts of a member follow one another, each with the next number; others do not wait for them', async () => {
  const chain = await startTestChain()
  const payouts = await openPayouts(chain)
  const [member, other] = payouts.wallet.members as [number, number]
  for (const one of [member, member, member, other]) await payouts.ask({ member: one })
  for (const row of await rowsOf(payouts))
    expect(row).toEqual({ state: 'approved', payout_number: null, payout_id: null })
  await look(payouts.context())
  expect((await rowsOf(payouts)).map(({ state }) => state)).toEqual(['claimed', 'approved', 'approved', 'claimed'])
  await payouts.finish()
  expect((await rowsOf(payouts)).map(({ payout_number }) => payout_number)).toEqual([1, 2, 3, 1])
  const next = await nextPayouts(payouts.wallet.db, [member, other])
  expect([next.get(member)?.number, next.get(other)?.number]).toEqual([4, 2])
  await payouts.wallet.verify()
})

test('the database refuses a second claim of a member, and a number that was paid', async () => {
  const chain = await startTestChain()
  const payouts = await openPayouts(chain)
  const first = await payouts.ask()
  const second = await payouts.ask()
  await look(payouts.context())
  const { owner } = payouts.wallet
  const claim = (number: number) =>
    owner.query(`update withdrawal set state = 'claimed', payout_number = $2, payout_id = 'x' where reference = $1`, [
      second.reference,
      number,
    ])
  await expect(claim(2)).rejects.toMatchObject({ constraint: 'one_claimed_payout_per_member' })
  await expect(claim(1)).rejects.toMatchObject({ code: '23505' })
  await payouts.finish()
  expect(await payouts.stateOf(first.reference)).toBe('paid')
})

test('a payment that failed for good gives its number back, and the next one takes it', async () => {
  const chain = await startTestChain()
  const payouts = await openPayouts(chain)
  const call = (name: 'pause' | 'unpause') =>
    chain.owner.send({ to: chain.chain.vault, data: callData(vaultContract.abi, name) })
  const failing = await payouts.ask()
  // Each time the vault is paused between the claim and the payment.
  for (let generations = 0; generations < 3; generations += 1) {
    await look(payouts.context())
    await call('pause')
    await look(payouts.context())
    await chain.mine(3)
    await call('unpause')
  }
  await payouts.finish()
  expect(await rowsOf(payouts)).toEqual([{ state: 'failed', payout_number: null, payout_id: null }])
  const later = await payouts.ask()
  await payouts.finish()
  expect([await payouts.stateOf(later.reference), await chain.chain.balanceOf(later.to)]).toEqual(['paid', 10n * UNIT])
  await payouts.approve(failing.reference)
  await payouts.finish()
  expect((await rowsOf(payouts)).map(({ state, payout_number }) => [state, payout_number])).toEqual([
    ['paid', 2],
    ['paid', 1],
  ])
  expect(await chain.chain.balanceOf(failing.to)).toBe(10n * UNIT)
  await payouts.wallet.verify()
})

test('a withdrawal that was requested before payouts had numbers keeps its id', async () => {
  const chain = await startTestChain()
  const payouts = await openPayouts(chain)
  const old = await payouts.ask()
  const id = `0x${'5a'.repeat(32)}`
  await payouts.wallet.owner.query('update withdrawal set payout_id = $1', [id])
  const later = await payouts.ask()
  await payouts.finish()
  expect(await rowsOf(payouts)).toMatchObject([
    { state: 'paid', payout_number: null, payout_id: id },
    { state: 'paid', payout_number: 1 },
  ])
  expect(await chain.chain.isPaid(id as `0x${string}`)).toBe(true)
  for (const { to } of [old, later]) expect(await chain.chain.balanceOf(to)).toBe(10n * UNIT)
})
