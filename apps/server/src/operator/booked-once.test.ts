import { expect, test } from 'vitest'
import type { Ledger } from '../ledger/batch.ts'
import { look } from '../payouts/sender.ts'
import { startTestChain, UNIT } from '../testing/chain.ts'
import { forgetPayment } from '../testing/forgotten-payment.ts'
import { openPayouts, type Payouts } from '../testing/payouts.ts'
import { keepCopy } from '../testing/rewind.ts'
import { startRpcProxy } from '../testing/rpc-proxy.ts'
import { twoOperators, why } from '../testing/two-operators.ts'
import { approveProposal } from './decide-proposal.ts'
import { proposePayment, proposeRecovery } from './propose-recovery.ts'
import { readRecoveryView } from './recovery.ts'

/** The chain is read, so that operators and the payout worker both see the payment. */
async function seePayment() {
  const { chain, payouts, wallet } = await forgetPayment()
  await wallet.follow(chain.chain)
  return { chain, payouts, operators: await twoOperators(payouts) }
}

const countBookings = async ({ wallet }: Payouts) =>
  (
    await wallet.owner.query(`select
      (select count(*)::int from found_payment) as found,
      (select count(*)::int from proposal where kind = 'payment' and state = 'done') as agreed`)
  ).rows[0]

test('two operators book a payment while the payout worker looks at it: it is booked once', async () => {
  const { chain, payouts, operators } = await seePayment()
  const proxy = await startRpcProxy(chain.url)
  let agreed = 0
  proxy.fail('eth_getTransactionReceipt', async ({ forward }) => {
    const { payments } = await readRecoveryView(operators.context)
    for (const { transaction, ordinal } of payments) {
      agreed += 1
      await operators.agree((context, by) => proposePayment(context, by, { transaction, ordinal, member: null, why }))
    }
    return forward()
  })
  expect((await look(payouts.context(chain.view([proxy.url])))).trouble).toContain('Recovery')
  expect(agreed).toBe(1)
  expect(await countBookings(payouts)).toEqual({ found: 0, agreed: 1 })
  await payouts.wallet.verify()
})

test('the payout worker books a payment while two operators agree on it: it is booked once', async () => {
  const { payouts, operators } = await seePayment()
  const { context, first, second } = operators
  const { transaction, ordinal } = (await readRecoveryView(context)).payments[0]!
  const { id } = await proposePayment(context, first, { transaction, ordinal, member: null, why })
  const late: Ledger = {
    isAlive: async () => true,
    stop: async () => {},
    async post(operation, order) {
      await look(payouts.context())
      return payouts.wallet.ledger.post(operation, order)
    },
  }
  const approving = approveProposal({ ...context, ledger: late }, second, { id, why })
  await expect(approving).rejects.toMatchObject({ code: 'wrong_state', message: 'This payment is already booked.' })
  expect(await countBookings(payouts)).toEqual({ found: 1, agreed: 0 })
  await payouts.wallet.verify()
})

test('the payment of a withdrawal that is open again is not booked by hand: it would be paid a second time', async () => {
  const chain = await startTestChain()
  const payouts = await openPayouts(chain)
  const { wallet } = payouts
  const { reference, to, member } = await payouts.ask()
  const restore = await keepCopy(wallet.owner)
  await payouts.finish()
  await restore()
  await wallet.follow(chain.chain)
  await wallet.earn(member, 10)
  const { context, first, agree } = await twoOperators(payouts)
  const { transaction, ordinal } = (await readRecoveryView(context)).payments[0]!
  for (const bearer of [member, null])
    await expect(proposePayment(context, first, { transaction, ordinal, member: bearer, why })).rejects.toMatchObject({
      code: 'wrong_state',
      message: expect.stringContaining(reference),
    })
  await look(payouts.context())
  await agree((_, by) => proposeRecovery(context, by, { why }))
  await payouts.finish()
  expect(await payouts.stateOf(reference)).toBe('paid')
  expect(await chain.chain.balanceOf(to)).toBe(10n * UNIT)
  await wallet.verify()
})
