import { expect, test } from 'vitest'
import { cancelWithdrawal } from '../payouts/decide.ts'
import { beginRecovery } from '../payouts/recovery.ts'
import { look } from '../payouts/sender.ts'
import { startTestChain, UNIT } from '../testing/chain.ts'
import { forgetPayment } from '../testing/forgotten-payment.ts'
import { openPayouts, type Payouts } from '../testing/payouts.ts'
import { keepCopy } from '../testing/rewind.ts'
import { changed, startRpcProxy } from '../testing/rpc-proxy.ts'
import { twoOperators, why } from '../testing/two-operators.ts'
import { proposePayment, proposeRecovery } from './propose-recovery.ts'
import { readRecoveryView } from './recovery.ts'

/** As a node answers that keeps the receipts of the latest blocks only. */
const withoutReceipt = changed(() => null)

/** Operations bears what was paid, and the recovery ends. */
async function bookByHand(payouts: Payouts): Promise<void> {
  const { context, agree } = await twoOperators(payouts)
  for (const { transaction, ordinal } of (await readRecoveryView(context)).payments)
    await agree((_, by) => proposePayment(context, by, { transaction, ordinal, member: null, why }))
  await agree((_, by) => proposeRecovery(context, by, { why }))
}

const recoveriesOf = async ({ wallet }: Payouts): Promise<number> =>
  (await wallet.owner.query('select from recovery')).rows.length

test('a payment without a receipt is left to two operators with its owner’s name, and its number stays taken', async () => {
  const { chain, payouts, wallet, member } = await forgetPayment()
  const proxy = await startRpcProxy(chain.url)
  proxy.fail('eth_getTransactionReceipt', withoutReceipt)
  await wallet.follow(chain.chain)
  await look(payouts.context(chain.view([proxy.url])))
  const { context } = await twoOperators(payouts)
  expect((await readRecoveryView(context)).payments).toMatchObject([
    { suggestions: [{ id: member, because: 'number' }] },
  ])
  await bookByHand(payouts)
  const later = await payouts.ask({ member })
  await payouts.finish()
  expect([await payouts.stateOf(later.reference), await recoveriesOf(payouts)]).toEqual(['paid', 1])
  await wallet.verify()
})

/** Two operators were faster than the payout worker, which never learned whose payment it was. */
async function bookBeforeTheWorker() {
  const forgotten = await forgetPayment()
  const { chain, payouts, wallet } = forgotten
  // The payment itself is not read yet.
  await beginRecovery(wallet.db, 'By hand')
  expect((await look(payouts.context())).trouble).toContain('Recovery')
  await wallet.follow(chain.chain)
  await bookByHand(payouts)
  return forgotten
}

test('after a payment that was booked by hand the member’s next one takes the number after it', async () => {
  const { chain, payouts, wallet, member } = await bookBeforeTheWorker()
  const later = await payouts.ask({ member })
  for (let looks = 0; looks < 2; looks += 1) await look(payouts.context())
  await payouts.finish()
  expect([await payouts.stateOf(later.reference), await recoveriesOf(payouts)]).toEqual(['paid', 1])
  expect(await chain.chain.balanceOf(later.to)).toBe(10n * UNIT)
  const { rows } = await wallet.owner.query('select payout_number from withdrawal')
  expect(rows).toEqual([{ payout_number: 2 }])
  await wallet.verify()
})

test('after a payment that was booked by hand the member can cancel another withdrawal', async () => {
  const { chain, payouts, wallet, member } = await bookBeforeTheWorker()
  const { reference } = await payouts.ask({ member, approved: false })
  await cancelWithdrawal({ ...wallet, chain: chain.chain }, member, reference)
  expect([await payouts.stateOf(reference), await recoveriesOf(payouts)]).toEqual(['cancelled', 1])
  await wallet.verify()
})

/** In vain, and for longer than a provider may be late with it. */
const waitForReceipt = ({ wallet }: Payouts) =>
  wallet.owner.query(`set session_replication_role = replica;
    update reserve_transfer set seen_at = seen_at - interval '11 minutes'; reset session_replication_role`)

test('a withdrawal that was paid ends by the recorded transfer where no receipt can be had', async () => {
  const chain = await startTestChain()
  const payouts = await openPayouts(chain)
  const { wallet } = payouts
  const { reference } = await payouts.ask()
  await wallet.owner.query('update withdrawal set payout_id = $1', [`0x${'5b'.repeat(32)}`])
  const restore = await keepCopy(wallet.owner)
  await payouts.finish()
  await restore()
  await beginRecovery(wallet.db, 'By hand')
  await wallet.follow(chain.chain)
  const proxy = await startRpcProxy(chain.url)
  proxy.fail('eth_getTransactionReceipt', withoutReceipt)
  const lookOn = async () => (await look(payouts.context(chain.view([proxy.url])))).trouble
  await lookOn()
  // A provider may be late with it.
  expect(await lookOn()).toMatch(/^Recovery: .*The vault has paid .*, and its receipt cannot be read/u)
  expect(await payouts.stateOf(reference)).toBe('approved')
  await waitForReceipt(payouts)
  await lookOn()
  expect(await payouts.stateOf(reference)).toBe('paid')
  const { rows } = await wallet.owner.query('select ordinal, signer, fee_paid from found_payment')
  expect(rows).toEqual([{ ordinal: 0, signer: null, fee_paid: null }])
  await bookByHand(payouts)
  await wallet.verify()
})

test('so does one that is open again, because the database forgot its number', async () => {
  const chain = await startTestChain()
  const payouts = await openPayouts(chain)
  const { wallet } = payouts
  const { reference } = await payouts.ask()
  const restore = await keepCopy(wallet.owner)
  await payouts.finish()
  await restore()
  await wallet.follow(chain.chain)
  const proxy = await startRpcProxy(chain.url)
  proxy.fail('eth_getTransactionReceipt', withoutReceipt)
  const lookOn = () => look(payouts.context(chain.view([proxy.url])))
  await lookOn()
  expect(await payouts.stateOf(reference)).toBe('approved')
  await waitForReceipt(payouts)
  await lookOn()
  expect(await payouts.stateOf(reference)).toBe('paid')
  await bookByHand(payouts)
  await wallet.verify()
})
