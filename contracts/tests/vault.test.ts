import { expect, test } from 'vitest'
import type { Address } from 'ox/Address'
import { type Hex, fromNumber } from 'ox/Hex'
import { lyingToken } from '../artifacts/lying-token.ts'
import { testToken } from '../artifacts/test-token.ts'
import { vault } from '../artifacts/vault.ts'
import { person, startMachine } from './machine.ts'

const [owner, signer, member, stranger] = [person('owner'), person('signer'), person('member'), person('stranger')]
const PLENTY = { perPayment: 10n ** 24n, perDay: 10n ** 24n }
const DAY_SECONDS = 86_400
const idOf = (number: number): Hex => fromNumber(number, { size: 32 })

test('the signer pays exactly the requested amount', async () => {
  const { pay, balanceOf, isPaid } = await start()
  await pay(signer, 1, 30n)
  expect(await balanceOf(member.address)).toBe(30n)
  expect([await isPaid(1), await isPaid(2)]).toEqual([true, false])
})

test('a used id reverts, whatever the recipient and the amount', async () => {
  const { machine, at, pay, balanceOf } = await start()
  await pay(signer, 1, 30n)
  await expect(pay(signer, 1, 30n)).rejects.toThrow('AlreadyPaid')
  await expect(machine.call(signer, at, vault, 'pay', [idOf(1), stranger.address, 1n])).rejects.toThrow('AlreadyPaid')
  await pay(signer, 2, 30n)
  expect(await balanceOf(member.address)).toBe(60n)
})

test('only the signer may pay: not the owner, not a stranger', async () => {
  const { pay } = await start()
  await expect(pay(owner, 1, 1n)).rejects.toThrow('OnlySigner')
  await expect(pay(stranger, 1, 1n)).rejects.toThrow('OnlySigner')
})

test('a failed payment does not use up its id', async () => {
  const { pay, isPaid, balanceOf } = await start()
  await expect(pay(signer, 1, 10n ** 30n)).rejects.toThrow()
  expect(await isPaid(1)).toBe(false)
  await pay(signer, 1, 5n)
  expect(await balanceOf(member.address)).toBe(5n)
})

test('the owner can pause and unpause it; nobody else can', async () => {
  const { machine, at, pay } = await start()
  await expect(machine.call(signer, at, vault, 'pause')).rejects.toThrow('OwnableUnauthorizedAccount')
  await machine.call(owner, at, vault, 'pause')
  await expect(pay(signer, 1, 1n)).rejects.toThrow('EnforcedPause')
  await expect(machine.call(signer, at, vault, 'unpause')).rejects.toThrow('OwnableUnauthorizedAccount')
  await machine.call(owner, at, vault, 'unpause')
  await pay(signer, 1, 1n)
})

test('the owner can replace the signer, and the old one can do nothing after that', async () => {
  const { machine, at, pay } = await start()
  await expect(machine.call(signer, at, vault, 'setSigner', [stranger.address])).rejects.toThrow(
    'OwnableUnauthorizedAccount',
  )
  await expect(machine.call(owner, at, vault, 'setSigner', [`0x${'0'.repeat(40)}`])).rejects.toThrow('NoSigner')
  await machine.call(owner, at, vault, 'setSigner', [stranger.address])
  await expect(pay(signer, 1, 1n)).rejects.toThrow('OnlySigner')
  await pay(stranger, 1, 1n)
})

test('ids stay used when the signer changes', async () => {
  const { machine, at, pay } = await start()
  await pay(signer, 1, 1n)
  await machine.call(owner, at, vault, 'setSigner', [stranger.address])
  await expect(pay(stranger, 1, 1n)).rejects.toThrow('AlreadyPaid')
})

test('only the owner can take the float back, even while it is paused', async () => {
  const { machine, at, token, balanceOf } = await start()
  await expect(machine.call(signer, at, vault, 'withdraw', [token, signer.address, 1n])).rejects.toThrow(
    'OwnableUnauthorizedAccount',
  )
  await machine.call(owner, at, vault, 'pause')
  await machine.call(owner, at, vault, 'withdraw', [token, owner.address, 7n])
  expect(await balanceOf(owner.address)).toBe(7n)
})

test('the owner changes only when the next one accepts', async () => {
  const { machine, at } = await start()
  await machine.call(owner, at, vault, 'transferOwnership', [stranger.address])
  await expect(machine.call(stranger, at, vault, 'pause')).rejects.toThrow('OwnableUnauthorizedAccount')
  await machine.call(stranger, at, vault, 'acceptOwnership')
  await machine.call(stranger, at, vault, 'pause')
  await expect(machine.call(owner, at, vault, 'unpause')).rejects.toThrow('OwnableUnauthorizedAccount')
})

test('no payment is larger than the owner allows, and a refused one uses up no id', async () => {
  const { pay, isPaid } = await start({ perPayment: 30n, perDay: 100n })
  await expect(pay(signer, 1, 31n)).rejects.toThrow('AbovePaymentLimit')
  expect(await isPaid(1)).toBe(false)
  await pay(signer, 1, 30n)
})

test('a day pays no more than the owner allows, and the next day begins anew', async () => {
  const { machine, pay, balanceOf } = await start({ perPayment: 60n, perDay: 100n })
  await machine.goTo(20_000 * DAY_SECONDS)
  await pay(signer, 1, 60n)
  await expect(pay(signer, 2, 41n)).rejects.toThrow('AboveDayLimit')
  await pay(signer, 2, 40n)
  await expect(pay(signer, 3, 1n)).rejects.toThrow('AboveDayLimit')
  await machine.goTo(20_001 * DAY_SECONDS - 60)
  await expect(pay(signer, 3, 1n)).rejects.toThrow('AboveDayLimit')
  await machine.goTo(20_001 * DAY_SECONDS)
  await pay(signer, 3, 60n)
  await pay(signer, 4, 40n)
  expect(await balanceOf(member.address)).toBe(200n)
})

test('only the owner sets limits, and what was paid today counts towards the new ones', async () => {
  const { machine, at, pay, limit } = await start({ perPayment: 60n, perDay: 60n })
  for (const anybody of [signer, stranger])
    await expect(limit(anybody, 100n, 100n)).rejects.toThrow('OwnableUnauthorizedAccount')
  await machine.goTo(20_000 * DAY_SECONDS)
  await pay(signer, 1, 60n)
  await limit(owner, 100n, 100n)
  expect(await machine.read(at, vault, 'limits')).toEqual([100n, 100n])
  await expect(pay(signer, 2, 41n)).rejects.toThrow('AboveDayLimit')
  await pay(signer, 2, 40n)
  await limit(owner, 100n, 10n)
  await expect(pay(signer, 3, 1n)).rejects.toThrow('AboveDayLimit')
  expect(await machine.read(at, vault, 'dayTotal')).toEqual([20_000n, 100n])
})

test('a limit of zero stops every payment', async () => {
  const { pay, limit } = await start()
  await limit(owner, 0n, 100n)
  await expect(pay(signer, 1, 1n)).rejects.toThrow('AbovePaymentLimit')
  await limit(owner, 100n, 0n)
  await expect(pay(signer, 1, 1n)).rejects.toThrow('AboveDayLimit')
})

test('the owner takes the float back whatever the limits are', async () => {
  const { machine, at, token, balanceOf } = await start({ perPayment: 0n, perDay: 0n })
  await machine.call(owner, at, vault, 'withdraw', [token, owner.address, 7n])
  expect(await balanceOf(owner.address)).toBe(7n)
})

test('a token that returns false pays nothing, and the id is not used up', async () => {
  const machine = await startMachine(owner, signer)
  const token = await machine.deploy(owner, lyingToken)
  const at = await machine.deploy(owner, vault, [token, owner.address, signer.address, PLENTY])
  await machine.call(owner, token, lyingToken, 'mint', [at, 100n])
  await expect(machine.call(signer, at, vault, 'pay', [idOf(1), member.address, 1n])).rejects.toThrow(
    'SafeERC20FailedOperation',
  )
  expect(await machine.read(at, vault, 'isPaid', [idOf(1)])).toBe(false)
})

async function start(limits = PLENTY) {
  const machine = await startMachine(owner, signer, stranger)
  const token = await machine.deploy(owner, testToken, ['Test', 'T'])
  const at = await machine.deploy(owner, vault, [token, owner.address, signer.address, limits])
  await machine.call(owner, token, testToken, 'mint', [at, 10n ** 24n])
  return {
    machine,
    at,
    token,
    pay: (from: typeof owner, id: number, amount: bigint) =>
      machine.call(from, at, vault, 'pay', [idOf(id), member.address, amount]),
    limit: (from: typeof owner, perPayment: bigint, perDay: bigint) =>
      machine.call(from, at, vault, 'setLimits', [{ perPayment, perDay }]),
    isPaid: (id: number) => machine.read(at, vault, 'isPaid', [idOf(id)]),
    balanceOf: (address: Address) => machine.read(token, testToken, 'balanceOf', [address]),
  }
}
