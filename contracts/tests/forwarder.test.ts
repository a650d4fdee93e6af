import { expect, test } from 'vitest'
import * as AbiParameters from 'ox/AbiParameters'
import type { Address } from 'ox/Address'
import { fromCreate, fromCreate2 } from 'ox/ContractAddress'
import { keccak256 } from 'ox/Hash'
import { concat } from 'ox/Hex'
import { feeToken } from '../artifacts/fee-token.ts'
import { forwarder } from '../artifacts/forwarder.ts'
import { forwarderFactory } from '../artifacts/forwarder-factory.ts'
import { lyingToken } from '../artifacts/lying-token.ts'
import { testToken } from '../artifacts/test-token.ts'
import { person, startMachine } from './machine.ts'

const [us, member, stranger] = [person('us'), person('member'), person('stranger')]
const treasury = person('treasury').address
const strangersTreasury = person("stranger's treasury").address

test('an address depends only on factory, treasury and index', async () => {
  const { at, addressOf } = await start()
  const implementation = fromCreate({ from: at, nonce: 1n })
  const bytecode = concat(
    '0x3d602d80600a3d3981f3363d3d373d3d3d363d73',
    implementation,
    '0x5af43d82803e903d91602b57fd5bf3',
  )
  for (const index of [0n, 1n, 2n ** 48n - 1n]) {
    const salt = keccak256(AbiParameters.encode([{ type: 'address' }, { type: 'uint256' }], [treasury, index]))
    expect(await addressOf(treasury, index)).toBe(fromCreate2({ from: at, salt, bytecode }))
  }
})

test('another treasury has other addresses', async () => {
  const { addressOf } = await start()
  const all = await Promise.all(
    [0n, 1n].flatMap((index) => [addressOf(treasury, index), addressOf(strangersTreasury, index)]),
  )
  expect(new Set(all).size).toBe(4)
})

test('payments before and after deployment are swept to the treasury', async () => {
  const { addressOf, pay, sweep, balanceOf } = await start()
  const address = await addressOf(treasury, 3n)
  await pay(address, 100n)
  await sweep(us, treasury, [3n])
  expect([await balanceOf(address), await balanceOf(treasury)]).toEqual([0n, 100n])
  await pay(address, 20n)
  await sweep(us, treasury, [3n])
  expect([await balanceOf(address), await balanceOf(treasury)]).toEqual([0n, 120n])
})

test("a stranger's deployment cannot redirect: with our treasury it pays us, with theirs it is another address", async () => {
  const { addressOf, pay, sweep, balanceOf } = await start()
  const address = await addressOf(treasury, 3n)
  await pay(address, 100n)
  await sweep(stranger, strangersTreasury, [3n])
  expect(await balanceOf(address)).toBe(100n)
  await sweep(stranger, treasury, [3n])
  expect(await balanceOf(treasury)).toBe(100n)
  expect(await balanceOf(strangersTreasury)).toBe(0n)
})

test('a forwarder accepts calls only from its factory, and so does its implementation', async () => {
  const { machine, at, token, addressOf, pay, sweep } = await start()
  const address = await addressOf(treasury, 3n)
  await pay(address, 1n)
  await sweep(us, treasury, [3n])
  await pay(address, 100n)
  const implementation = fromCreate({ from: at, nonce: 1n })
  for (const place of [address, implementation]) {
    await expect(machine.call(stranger, place, forwarder, 'flush', [token, stranger.address])).rejects.toThrow(
      'OnlyFactory',
    )
    await expect(machine.call(stranger, place, forwarder, 'flushCoin', [stranger.address])).rejects.toThrow(
      'OnlyFactory',
    )
  }
})

test('many are swept at once, and empty ones are not even deployed', async () => {
  const { machine, addressOf, pay, sweep, balanceOf } = await start()
  const indices = [1n, 2n, 3n, 4n]
  const addresses = await Promise.all(indices.map((index) => addressOf(treasury, index)))
  await pay(addresses[0]!, 10n)
  await pay(addresses[2]!, 30n)
  await sweep(us, treasury, [...indices, 1n])
  expect(await balanceOf(treasury)).toBe(40n)
  expect(await machine.codeAt(addresses[0]!)).not.toBe('0x')
  expect(await machine.codeAt(addresses[1]!)).toBe('0x')
})

test('coins sent by mistake reach the treasury, too', async () => {
  const { machine, at, addressOf } = await start()
  const address = await addressOf(treasury, 9n)
  await machine.send(member, { to: address, data: '0x', value: 5n })
  await machine.call(stranger, at, forwarderFactory, 'sweepCoin', [treasury, [9n, 10n]])
  expect(await machine.coinsOf(treasury)).toBe(5n)
})

test('a token with a fee is swept for what is there; one that returns false does not count as swept', async () => {
  const { machine, at, addressOf } = await start()
  const address = await addressOf(treasury, 3n)
  const fee = await machine.deploy(us, feeToken)
  await machine.call(us, fee, feeToken, 'mint', [address, 100n])
  await machine.call(us, at, forwarderFactory, 'sweep', [fee, treasury, [3n]])
  expect(await machine.read(fee, feeToken, 'balanceOf', [treasury])).toBe(90n)
  const lying = await machine.deploy(us, lyingToken)
  await machine.call(us, lying, lyingToken, 'mint', [address, 100n])
  await expect(machine.call(us, at, forwarderFactory, 'sweep', [lying, treasury, [3n]])).rejects.toThrow(
    /0x5274afe7|SafeERC20|revert/,
  )
})

async function start() {
  const machine = await startMachine(us, member, stranger)
  const at = await machine.deploy(us, forwarderFactory)
  const token = await machine.deploy(us, testToken, ['Test', 'T'])
  await machine.call(us, token, testToken, 'mint', [member.address, 10n ** 24n])
  return {
    machine,
    at,
    token,
    addressOf: async (to: Address, index: bigint) =>
      (await machine.read(at, forwarderFactory, 'addressOf', [to, index])) as Address,
    pay: (to: Address, amount: bigint) => machine.call(member, token, testToken, 'transfer', [to, amount]),
    sweep: (from: typeof us, to: Address, indices: bigint[]) =>
      machine.call(from, at, forwarderFactory, 'sweep', [token, to, indices]),
    balanceOf: (address: Address) => machine.read(token, testToken, 'balanceOf', [address]),
  }
}
