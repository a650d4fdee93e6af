import { expect, test } from 'vitest'
import { verifyNews } from '../ledger/verify-news.ts'
import { verifyInFull } from '../ledger/verify.ts'
import { changeSwitches } from '../members/switches.ts'
import { reconcileReserves } from '../reserves/reconcile.ts'
import { shareTestChain, startTestChain } from '../testing/chain.ts'
import { openPayouts } from '../testing/payouts.ts'
import { claimPayouts } from './claim.ts'
import { look } from './sender.ts'

const shared = await shareTestChain()

test('a chain that holds less than is owed pays nobody', async () => {
  const chain = await startTestChain()
  const payouts = await openPayouts(chain)
  const { reference } = await payouts.ask()
  await payouts.wallet.earn(payouts.wallet.members[1]!, 2_000_000)
  expect(await payouts.finish()).toMatchObject({ trouble: expect.stringContaining('operations are owed') as string })
  expect(await payouts.stateOf(reference)).toBe('approved')
})

test('a stopped signer sends nothing, but its last payments are booked once they are final', async () => {
  const chain = await startTestChain()
  const payouts = await openPayouts(chain)
  const sent = await payouts.ask()
  for (let looks = 0; looks < 2; looks += 1) await look(payouts.context())
  await payouts.wallet.owner.query(`update signer set stopped = 'By hand', stopped_at = now()`)
  const later = await payouts.ask()
  await chain.mine(3)
  await expect(look(payouts.context())).rejects.toThrow('By hand')
  expect([await payouts.stateOf(sent.reference), await payouts.stateOf(later.reference)]).toEqual(['paid', 'approved'])
  await payouts.wallet.verify()
})

test('a withdrawal approved after payouts were paused is not claimed, even by a look that began earlier', async () => {
  const payouts = await openPayouts(shared)
  const { wallet } = payouts
  const { reference } = await payouts.ask()
  const pause = (why: string | null) =>
    wallet.db.transaction().execute((tx) => changeSwitches(tx, { payoutsPausedWhy: why }))
  await pause('The key may be known')
  // The second half of a look that found the gate open.
  expect(await claimPayouts(payouts.context(), 48)).toMatchObject({ claimed: 0 })
  expect(await payouts.stateOf(reference)).toBe('approved')
  await pause(null)
  await payouts.finish()
  expect(await payouts.stateOf(reference)).toBe('paid')
})

test('a violated invariant stops payouts, whether the check every minute finds it or the nightly one', async () => {
  const payouts = await openPayouts(shared)
  const { wallet } = payouts
  const { reference, member } = await payouts.ask()
  const paused = { trouble: expect.stringContaining('invariant') as string }
  const corrupt = (column: string, by: number) =>
    wallet.owner.query(`update member_balance set ${column} = ${column} + $1 where member_id = $2`, [by, member])
  await corrupt('held', 1)
  await verifyNews(wallet.db)
  expect(await look(payouts.context())).toMatchObject(paused)
  await corrupt('held', -1)
  await corrupt('total_earned', 1)
  await verifyNews(wallet.db)
  await verifyInFull(wallet.db)
  expect(await look(payouts.context())).toMatchObject(paused)
  // The quick check does not lift it. Only the next full check does.
  await corrupt('total_earned', -1)
  await verifyNews(wallet.db)
  expect(await look(payouts.context())).toMatchObject(paused)
  expect(await payouts.stateOf(reference)).toBe('approved')
  await verifyInFull(wallet.db)
  await payouts.finish()
  expect(await payouts.stateOf(reference)).toBe('paid')
})

test('nothing is paid before the reserves were compared for the first time', async () => {
  const payouts = await openPayouts(shared)
  const { wallet } = payouts
  const { reference } = await payouts.ask()
  await wallet.owner.query('delete from reconciliation')
  expect(await look(payouts.context())).toMatchObject({ trouble: 'The reserves were not compared yet' })
  expect(await payouts.stateOf(reference)).toBe('approved')
  await reconcileReserves({ db: wallet.db, chain: shared.chain })
  await payouts.finish()
  expect(await payouts.stateOf(reference)).toBe('paid')
})

test.each([
  ['was never checked', `delete from installation where key = 'checked'`],
  [
    'was not checked for five minutes',
    `update installation set value = value || jsonb_build_object('checked_at', now() - interval '6 minutes')
      where key = 'checked'`,
  ],
])('nothing is paid while the ledger %s', async (_, silence) => {
  const payouts = await openPayouts(shared)
  const { reference } = await payouts.ask()
  await payouts.wallet.owner.query(silence)
  expect(await look(payouts.context())).toMatchObject({ trouble: expect.stringContaining('not checked') as string })
  expect(await payouts.stateOf(reference)).toBe('approved')
  await verifyNews(payouts.wallet.db)
  await payouts.finish()
  expect(await payouts.stateOf(reference)).toBe('paid')
})
