import { expect, test } from 'vitest'
import type { Chain } from '../chain/chain.ts'
import { cancelWithdrawal } from '../payouts/decide.ts'
import { look } from '../payouts/sender.ts'
import { startTestChain, UNIT } from '../testing/chain.ts'
import { openPayouts, randomAddress, type Payouts } from '../testing/payouts.ts'
import { keepCopy } from '../testing/rewind.ts'
import { twoOperators, why } from '../testing/two-operators.ts'
import { proposeRecovery } from './propose-recovery.ts'

/** Two looks, with everything read and final in between: the first begins or notices it, the second books. */
async function recover(payouts: Payouts): Promise<void> {
  for (let looks = 0; looks < 3; looks += 1) {
    await look(payouts.context())
    await payouts.chain.mine(3)
    await payouts.wallet.follow(payouts.chain.chain)
  }
}

const endRecovery = async (payouts: Payouts): Promise<string> =>
  (await twoOperators(payouts)).agree((context, first) => proposeRecovery(context, first, { why }))

async function expectPaidOnce(payouts: Payouts, { reference, to }: { reference: string; to: `0x${string}` }) {
  expect([await payouts.stateOf(reference), await payouts.chain.chain.balanceOf(to)]).toEqual(['paid', 10n * UNIT])
}

test('a database that lost its tail: what the vault has paid is booked once and not given back, then two end the recovery', async () => {
  const chain = await startTestChain()
  const payouts = await openPayouts(chain)
  const { wallet } = payouts
  const context = { ...wallet, chain: chain.chain }
  const before = await payouts.ask()
  await payouts.finish()
  const [approved, cancelling, refusing] = [
    await payouts.ask(),
    await payouts.ask({ approved: false }),
    await payouts.ask({ approved: false }),
  ]
  const restore = await keepCopy(wallet.owner)
  // In another order than they were asked for.
  for (const { reference } of [refusing, cancelling]) await payouts.approve(reference)
  await payouts.finish()
  await restore()

  const tooLate = { code: 'wrong_state' }
  await expect(cancelWithdrawal(context, cancelling.member, cancelling.reference)).rejects.toMatchObject(tooLate)
  await expect(payouts.refuse(refusing.reference, 'no')).rejects.toMatchObject(tooLate)
  const told = await wallet.owner.query(
    `select name from mail_outbox join account on account.id = account_id where kind = 'recovery waits' order by name`,
  )
  expect(told.rows).toEqual([{ name: 'Olga Operator' }, { name: 'Oscar Operator' }])

  expect(await look(payouts.context())).toMatchObject({ trouble: expect.stringContaining('Recovery') as string })
  await recover(payouts)
  for (const asked of [before, approved, cancelling, refusing]) await expectPaidOnce(payouts, asked)
  await wallet.verify()

  expect(await endRecovery(payouts)).toContain('continues at nonce 4, after 3 that only the chain knows')
  const later = await payouts.ask()
  await payouts.finish()
  await expectPaidOnce(payouts, later)
  const { rows } = await wallet.owner.query('select payout_number from withdrawal order by payout_number')
  expect(rows.map(({ payout_number }) => payout_number as number)).toEqual([1, 2, 3, 4, 5])
  await wallet.verify()
})

test('set back to between the claim and the payment: found, and paid once', async () => {
  const chain = await startTestChain()
  const payouts = await openPayouts(chain)
  const asked = await payouts.ask()
  await look(payouts.context())
  expect(await payouts.stateOf(asked.reference)).toBe('claimed')
  const restore = await keepCopy(payouts.wallet.owner)
  // Sent with a higher fee after the backup, so that the backup does not know the mined attempt.
  chain.hold(true)
  const impatient = { ...payouts.context(), pace: { stuckMs: 0, resendMs: 60_000 } }
  for (let looks = 0; looks < 3; looks += 1) await look(impatient)
  chain.hold(false)
  await payouts.finish()
  await restore()

  expect(await look(payouts.context())).toMatchObject({ trouble: expect.stringContaining('not ours') as string })
  await recover(payouts)
  await expectPaidOnce(payouts, asked)
  await endRecovery(payouts)
  await payouts.finish()
  await payouts.wallet.verify()
})

test('a nonce that somebody else used is given up, and what it was for is paid under another when two agree', async () => {
  const chain = await startTestChain()
  const payouts = await openPayouts(chain)
  const asked = await payouts.ask()
  await look(payouts.context())
  await useSignerElsewhere(chain.chain)
  await chain.mine(3)
  expect(await look(payouts.context())).toMatchObject({ trouble: expect.stringContaining('not ours') as string })
  await recover(payouts)
  expect(await payouts.stateOf(asked.reference)).toBe('claimed')
  await endRecovery(payouts)
  await payouts.finish()
  await expectPaidOnce(payouts, asked)

  // What happens after the agreement is not covered by it.
  await useSignerElsewhere(chain.chain)
  await chain.mine(3)
  expect(await look(payouts.context())).toMatchObject({ trouble: expect.stringContaining('we sent') as string })
  await recover(payouts)
  expect(await endRecovery(payouts)).toContain('after 1 that only the chain knows')
  const later = await payouts.ask()
  await payouts.finish()
  await expectPaidOnce(payouts, later)
  await payouts.wallet.verify()
})

async function useSignerElsewhere(chain: Chain): Promise<void> {
  const call = { to: randomAddress(), data: '0x' as const }
  const nonce = await chain.nonceAt('latest')
  const { raw } = await chain.sign({ call, nonce, gas: 100_000n, fees: await chain.fees() })
  await chain.broadcast(raw)
}
