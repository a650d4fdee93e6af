import { expect, test } from 'vitest'
import { indexOf, shareTestChain } from '../testing/chain.ts'
import { bloomPermits } from './bloom.ts'
import type { Hex } from './chain.ts'
import { TRANSFER } from './transfers.ts'

const { chain, pay, mine, request } = await shareTestChain()

const lastBloom = async () => {
  const block = (await request('eth_getBlockByNumber', ['latest', false])) as { logsBloom: Hex }
  return block.logsBloom
}

test("a header's filter permits what its block has logged, and excludes what it has not", async () => {
  await pay(chain.depositAddress(indexOf(1)), 5n)
  const bloom = await lastBloom()
  expect(bloomPermits(bloom, [chain.token, TRANSFER])).toBe(true)
  expect(bloomPermits(bloom, [chain.vault, TRANSFER])).toBe(false)
  expect(bloomPermits(bloom, [chain.token, indexOf(7)])).toBe(false)
  await mine()
  expect(bloomPermits(await lastBloom(), [chain.token, TRANSFER])).toBe(false)
})
