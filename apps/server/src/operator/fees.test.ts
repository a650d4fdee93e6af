import { expect, test } from 'vitest'
import { startTestChain, UNIT } from '../testing/chain.ts'
import { openPayouts } from '../testing/payouts.ts'
import { readFees } from './fees.ts'

test('the fees that the console shows are what the signer has paid to the chain, to the smallest unit', async () => {
  const chain = await startTestChain()
  const payouts = await openPayouts(chain)
  const { wallet } = payouts
  const before = await coinsOf(chain.url, chain.chain.signer)
  await payouts.ask()
  await payouts.ask({ member: wallet.members[1]! })
  await payouts.finish()
  const paid = before - (await coinsOf(chain.url, chain.chain.signer))
  await chain.pay(await wallet.addressOf(chain.chain, wallet.members[0]!), 20n * UNIT)
  await chain.mine(3)
  await wallet.follow(chain.chain)
  await payouts.sweep()
  const swept = before - paid - (await coinsOf(chain.url, chain.chain.signer))
  expect(paid > 0n && swept > 0n).toBe(true)

  for (const by of ['day', 'month'] as const) {
    const { periods } = await readFees(wallet, { by })
    const [now] = periods
    expect(periods).toHaveLength(1)
    expect(now).toMatchObject({ payouts: 2, sweeps: 1 })
    expect([weiOf(now!.payout_fees), weiOf(now!.sweep_fees)]).toEqual([paid, swept])
  }
})

async function coinsOf(url: string, address: string): Promise<bigint> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_getBalance', params: [address, 'latest'] })
  const reply = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  return BigInt(((await reply.json()) as { result: string }).result)
}

function weiOf(coins: string): bigint {
  const [whole = '0', fraction = ''] = coins.split('.')
  return BigInt(whole + fraction.padEnd(18, '0'))
}
