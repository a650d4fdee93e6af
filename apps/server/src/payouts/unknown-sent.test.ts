import { expect, test } from 'vitest'
import { toHex } from '../chain/values.ts'
import { reportWorkerStatus } from '../db/worker-status.ts'
import { shareTestChain } from '../testing/chain.ts'
import { openPayouts } from '../testing/payouts.ts'
import { changed, startRpcProxy } from '../testing/rpc-proxy.ts'
import { payoutsHealth } from './health.ts'
import { watchUnknownSent } from './unknown-sent.ts'

const shared = await shareTestChain()
const MINUTE_MS = 60_000

test('a provider that keeps showing transactions which nobody sent, and so forbids every cancel, is trouble in health', async () => {
  const { wallet } = await openPayouts(shared)
  const proxies = await Promise.all([startRpcProxy(shared.url), startRpcProxy(shared.url)])
  const context = { db: wallet.db, chain: shared.view(proxies.map(({ url }) => url)) }
  const { rows } = await wallet.owner.query<{ next: number }>(
    'select coalesce(max(next_nonce), 0)::int as next from signer',
  )
  const known = Math.max(rows[0]!.next, await shared.chain.nonceAt('latest'))
  proxies[0].fail(
    'eth_getTransactionCount',
    changed((answer: string, [, block]) => (block === 'pending' ? toHex(known + 2) : answer)),
  )
  const watch = watchUnknownSent()
  const healthAt = async (now: number) => {
    const figures = { open: 0, ...(await watch(context, now)) }
    await reportWorkerStatus(wallet.db, 'payouts', { figures })
    return payoutsHealth(wallet.db)
  }
  expect(await healthAt(0)).toMatchObject({ well: true })
  expect(await healthAt(4 * MINUTE_MS)).toMatchObject({ well: true })
  expect(await healthAt(6 * MINUTE_MS)).toMatchObject({
    well: false,
    sentence: expect.stringContaining('for 6 minutes, a provider has shown 2 transactions of the signer') as string,
  })
  proxies[0].heal()
  expect(await healthAt(7 * MINUTE_MS)).toMatchObject({ well: true })
})
