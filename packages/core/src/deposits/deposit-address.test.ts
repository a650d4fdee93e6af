import { keccak_256 as keccak256 } from '@noble/hashes/sha3.js'
import { expect, test } from 'vitest'
import { depositAddress, type DepositFacts } from './deposit-address.ts'

const facts = {
  factory: '0xCCe1dA838Bb4c61084A664E59Fbf68b099095488',
  implementation: '0x3890C86e40Adfb9300522D34B9748f28289EF43C',
}
const TREASURY = '0x03Fea9b01cEcDb0698857B29a19497ea597949D5'
const SMALL_TREASURY = '0x00000000000000000000000000000000000000ab'

const indexOf = (number: bigint) => `0x${number.toString(16).padStart(64, '0')}`
const compute = (changes: Partial<DepositFacts> = {}) =>
  depositAddress({ ...facts, treasury: TREASURY, index: indexOf(0n), ...changes }, keccak256)

// From `addressOf` of this factory, deployed on an EVM.
test.each([
  [TREASURY, 0n, '0x81cF4818F51fC02ee92532e3A1e440167A2db4cc'],
  [TREASURY, 1n, '0x15d8e365e92E6F2D8E3dD9cD0b7657048eF024f5'],
  [TREASURY, 255n, '0xD8D2fF29261B25F94f812052f24C48619066945f'],
  [TREASURY, 2n ** 255n, '0x80eF92f5c97E4DEE2CE1Fe19FfD5b03945ab252A'],
  [TREASURY, 2n ** 256n - 1n, '0xc6Aa0F0754A4611EF17ce24E5bA5A27E35479a7d'],
  [SMALL_TREASURY, 0n, '0xF1CB3c58FbfaB60beFFb5d8471DB686B4D3cbd01'],
  [SMALL_TREASURY, 1n, '0x77Db709EeEa84ebAaAE41BECf47e0c911D681750'],
])('treasury %s has the address number %i where the contract says', (treasury, number, address) => {
  expect(compute({ treasury, index: indexOf(number) })).toBe(address)
})

test('another factory, implementation, treasury or index gives another address', () => {
  const other = `0x${'12'.repeat(20)}`
  const all = [{}, { factory: other }, { implementation: other }, { treasury: other }, { index: indexOf(1n) }]
  expect(new Set(all.map(compute)).size).toBe(5)
})

test('the same facts in capitals give the same address', () => {
  const inCapitals = (address: string) => `0x${address.slice(2).toUpperCase()}`
  expect(compute({ factory: inCapitals(facts.factory), treasury: inCapitals(TREASURY) })).toBe(compute())
})

test.each(['0x12', `${TREASURY}00`, `00${TREASURY}`, TREASURY.replace('0x', ''), TREASURY.replace('F', 'G')])(
  'no address is computed from %s',
  (treasury) => {
    expect(() => compute({ treasury })).toThrow(new RangeError(`${treasury} is not an address`))
  },
)

test.each(['0x5', `${indexOf(5n)}0`, `0${indexOf(5n)}`, indexOf(5n).replace('5', 'g'), indexOf(10n).toUpperCase()])(
  'no address has the index %s',
  (index) => {
    expect(() => compute({ index })).toThrow(new RangeError(`${index} is no index of a deposit address`))
  },
)
