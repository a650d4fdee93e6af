import { expect, test } from 'vitest'
import type { Hex } from '../chain/chain.ts'
import { toHex } from '../chain/values.ts'
import { startTestChain, UNIT } from '../testing/chain.ts'
import { openPayouts } from '../testing/payouts.ts'
import { keepCopy } from '../testing/rewind.ts'
import { changed, dropped, startRpcProxy } from '../testing/rpc-proxy.ts'
import { cancelWithdrawal } from './decide.ts'
import { look } from './sender.ts'

test('a forgotten payment whose owner is found, and which cannot be booked yet, keeps its withdrawal from being given back', async () => {
  const chain = await startTestChain()
  const payouts = await openPayouts(chain)
  const { wallet } = payouts
  const paid = await payouts.ask()
  const other = await payouts.ask({ whole: 20 })
  const restore = await keepCopy(wallet.owner)
  await look(payouts.context())
  await look(payouts.context())
  await chain.mine(3)
  expect([await chain.chain.balanceOf(paid.to), await chain.chain.balanceOf(other.to)]).toEqual([10n * UNIT, 0n])
  await restore()

  await wallet.follow(chain.chain)
  const proxy = await startRpcProxy(chain.url)
  proxy.fail(
    'eth_getTransactionReceipt',
    changed(() => null),
  )
  await look(payouts.context(chain.view([proxy.url])))
  const { rows } = await wallet.owner.query('select member_id, payout_number from lost_payment')
  expect(rows).toEqual([{ member_id: paid.member, payout_number: 1 }])
  const context = { ...wallet, chain: chain.chain }
  await expect(payouts.refuse(paid.reference, 'not you')).rejects.toMatchObject({ code: 'wrong_state' })
  await expect(cancelWithdrawal(context, paid.member, paid.reference)).rejects.toMatchObject({ code: 'wrong_state' })
  // What was paid is not this one.
  await cancelWithdrawal(context, other.member, other.reference)

  await look(payouts.context())
  expect([await payouts.stateOf(paid.reference), await payouts.stateOf(other.reference)]).toEqual(['paid', 'cancelled'])
  await wallet.verify()
})

test('a forgotten payment under a number that another withdrawal has claimed since keeps its own from being given back', async () => {
  const chain = await startTestChain()
  const payouts = await openPayouts(chain)
  const { wallet } = payouts
  const lost = await payouts.ask({ approved: false })
  const restore = await keepCopy(wallet.owner)
  await payouts.approve(lost.reference)
  // Signed, and kept back by whoever was to pass it on.
  const proxy = await startRpcProxy(chain.url)
  proxy.fail('eth_sendRawTransaction', dropped)
  for (let looks = 0; looks < 2; looks += 1) await look(payouts.context(chain.view([proxy.url])))
  const { rows: signed } = await wallet.owner.query<{ raw: Hex }>('select raw from sending_attempt')
  await restore()
  const other = await payouts.ask({ whole: 20 })
  await look(payouts.context())
  await chain.chain.broadcast(signed[0]!.raw)
  expect([await chain.chain.balanceOf(lost.to), await payouts.stateOf(other.reference)]).toEqual([
    10n * UNIT,
    'claimed',
  ])
  await expect(payouts.refuse(lost.reference, 'not you')).rejects.toMatchObject({ code: 'wrong_state' })

  for (let looks = 0; looks < 4; looks += 1) {
    await chain.mine(3)
    await wallet.follow(chain.chain)
    await look(payouts.context())
  }
  expect(await payouts.stateOf(lost.reference)).toBe('paid')
  await wallet.verify()
})

test('nothing is given back while a node has a transaction of the signer that the database has forgotten', async () => {
  const chain = await startTestChain()
  const payouts = await openPayouts(chain)
  const { wallet } = payouts
  const { reference, member, to } = await payouts.ask()
  const restore = await keepCopy(wallet.owner)
  chain.hold(true)
  for (let looks = 0; looks < 2; looks += 1) await look(payouts.context())
  await restore()
  const proxies = await Promise.all([startRpcProxy(chain.url), startRpcProxy(chain.url)])
  // Has not heard of it.
  const latest = await chain.chain.nonceAt('latest')
  proxies[0].fail(
    'eth_getTransactionCount',
    changed(() => toHex(latest)),
  )
  const context = { ...wallet, chain: chain.view(proxies.map(({ url }) => url)) }
  await expect(cancelWithdrawal(context, member, reference)).rejects.toMatchObject({ code: 'wrong_state' })

  chain.hold(false)
  await chain.mine(4)
  await wallet.follow(chain.chain)
  for (let looks = 0; looks < 2; looks += 1) await look(payouts.context())
  expect([await payouts.stateOf(reference), await chain.chain.balanceOf(to)]).toEqual(['paid', 10n * UNIT])
  await wallet.verify()
})
