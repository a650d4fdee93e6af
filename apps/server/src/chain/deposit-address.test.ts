import { depositAddress as asTheBrowserDoes } from '@trefoil/core/deposits/deposit-address'
import { forwarderFactory } from '@trefoil/contracts/artifacts/forwarder-factory'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keccak256 } from 'ox/Hash'
import { indexOf, shareTestChain } from '../testing/chain.ts'
import { callData } from './call-data.ts'
import { paddedAddress } from './values.ts'

const { chain, request } = await shareTestChain()
const INDEX_MAX = 2n ** 256n - 1n

test('browser, server and contract compute the same address', async () => {
  await fc.assert(
    fc.asyncProperty(fc.bigInt({ min: 0n, max: INDEX_MAX }), async (number) => {
      const index = indexOf(number)
      const address = chain.depositAddress(index)
      const fromPublicFacts = asTheBrowserDoes({ ...chain.depositParameters, index }, keccak256)
      expect(fromPublicFacts).toBe(address)
      const data = callData(forwarderFactory.abi, 'addressOf', [chain.treasury, number])
      expect(paddedAddress(await request('eth_call', [{ to: chain.factory, data }, 'latest']))).toBe(address)
    }),
    { numRuns: 50 },
  )
})

test('another treasury, factory or implementation gives another address', () => {
  const facts = { ...chain.depositParameters, index: indexOf(5) }
  const compute = (changes: object) => asTheBrowserDoes({ ...facts, ...changes }, keccak256)
  const other = `0x${'12'.repeat(20)}`
  const all = [{}, { treasury: other }, { factory: other }, { implementation: other }, { index: indexOf(6) }].map(
    compute,
  )
  expect(new Set(all).size).toBe(5)
  expect(() => compute({ treasury: '0x12' })).toThrow(RangeError)
  for (const index of ['0x5', 5]) expect(() => compute({ index })).toThrow(RangeError)
})
