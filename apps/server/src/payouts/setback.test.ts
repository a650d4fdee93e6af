import { expect, test } from 'vitest'
import type { Chain } from '../chain/chain.ts'
import { startTestChain, UNIT } from '../testing/chain.ts'
import { openPayouts, randomAddress } from '../testing/payouts.ts'
import { look } from './sender.ts'

test('a nonce used by somebody else begins a recovery, and nothing is sent', async () => {
  const chain = await startTestChain()
  const payouts = await openPayouts(chain)
  const { reference, to } = await payouts.ask()
  await look(payouts.context())
  // Claimed; before it is sent, the key is used by somebody else.
  await useSignerElsewhere(chain.chain)
  await chain.mine(3)
  for (let looks = 0; looks < 3; looks += 1) {
    expect((await look(payouts.context())).trouble).toContain('not ours')
    await chain.mine(3)
  }
  expect([await payouts.stateOf(reference), await chain.chain.balanceOf(to)]).toEqual(['claimed', 0n])
})

test('a restored database pays nothing: the chain has more of our transactions than it knows', async () => {
  const chain = await startTestChain()
  const payouts = await openPayouts(chain)
  const { reference, to } = await payouts.ask()
  await payouts.finish()
  const { owner } = payouts.wallet
  // As after a restore from before the payout.
  await owner.query(`alter table withdrawal disable trigger all; delete from sending_attempt; delete from sending;
    update signer set next_nonce = first_nonce; alter table withdrawal enable trigger all`)
  const again = await payouts.ask()
  expect((await look(payouts.context())).trouble).toContain('we sent')
  expect(await payouts.stateOf(again.reference)).toBe('approved')
  expect([await payouts.stateOf(reference), await chain.chain.balanceOf(to)]).toEqual(['paid', 10n * UNIT])
})

async function useSignerElsewhere(chain: Chain): Promise<void> {
  const call = { to: randomAddress(), data: '0x' as const }
  const { raw } = await chain.sign({
    call,
    nonce: await chain.nonceAt('latest'),
    gas: 100_000n,
    fees: await chain.fees(),
  })
  await chain.broadcast(raw)
}
