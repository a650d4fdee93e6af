import { type AskChain, readAnchor } from '@trefoil/core/proofs/anchor'
import { expect, test } from 'vitest'
import type { Address } from 'ox/Address'
import { type Hex, fromNumber } from 'ox/Hex'
import { attestations } from '../artifacts/attestations.ts'
import { testToken } from '../artifacts/test-token.ts'
import { vault as vaultContract } from '../artifacts/vault.ts'
import { type Person, person, startMachine } from './machine.ts'

const [owner, signer, stranger] = [person('owner'), person('signer'), person('stranger')]
const treasury = person('treasury').address
const hashOf = (number: number): Hex => fromNumber(number, { size: 32 })

test('it stores the claim beside what vault and treasury hold, which it reads itself', async () => {
  const { machine, at, post, epoch, mint, vault } = await start()
  await mint(vault, 700n)
  await mint(treasury, 55n)
  await machine.goTo(1_800_000_000)
  await post(signer, 1)
  expect(await epoch(1n)).toEqual({
    root: hashOf(1001),
    logRoot: hashOf(2001),
    total: 301n,
    logSize: 401n,
    time: 1_800_000_001n,
    vaultBalance: 700n,
    treasuryBalance: 55n,
  })
  expect(await machine.read(at, attestations, 'latest')).toEqual([1n, 1_800_000_001n])
})

test('only the signer of the vault posts, and a new signer does so in place of the old one', async () => {
  const { machine, post, vault } = await start()
  for (const other of [owner, stranger]) await expect(post(other, 1)).rejects.toThrow('OnlySigner')
  await post(signer, 1)
  await machine.call(owner, vault, vaultContract, 'setSigner', [stranger.address])
  await expect(post(signer, 2)).rejects.toThrow('OnlySigner')
  await post(stranger, 2)
})

test('epochs only rise, and none is ever overwritten', async () => {
  const { post, epoch, mint, vault } = await start()
  await expect(post(signer, 0)).rejects.toThrow('EpochNotNew')
  await post(signer, 5)
  const before = await epoch(5n)
  await mint(vault, 1n)
  for (const old of [5, 4, 0]) await expect(post(signer, old)).rejects.toThrow('EpochNotNew')
  await post(signer, 9)
  expect(await epoch(5n)).toEqual(before)
  expect(await epoch(9n)).toMatchObject({ vaultBalance: 1n })
})

test('a balance later taken away stays as it was seen', async () => {
  const { machine, post, epoch, mint, vault, token } = await start()
  await mint(vault, 90n)
  await post(signer, 1)
  await machine.call(owner, vault, vaultContract, 'withdraw', [token, stranger.address, 90n])
  await post(signer, 2)
  expect(await epoch(1n)).toMatchObject({ vaultBalance: 90n })
  expect(await epoch(2n)).toMatchObject({ vaultBalance: 0n })
})

test('anybody takes a snapshot at any moment, and it stays', async () => {
  const { machine, at, mint, vault } = await start()
  await mint(vault, 3n)
  await machine.call(stranger, at, attestations, 'snapshot')
  await mint(treasury, 4n)
  await machine.call(owner, at, attestations, 'snapshot')
  expect(await machine.read(at, attestations, 'snapshotCount')).toBe(2n)
  expect(await machine.read(at, attestations, 'snapshotOf', [0n])).toMatchObject({
    vaultBalance: 3n,
    treasuryBalance: 0n,
  })
  expect(await machine.read(at, attestations, 'snapshotOf', [1n])).toMatchObject({
    vaultBalance: 3n,
    treasuryBalance: 4n,
  })
})

test('one account is not counted as vault and as treasury', async () => {
  const { machine, vault } = await start()
  await expect(machine.deploy(owner, attestations, [vault, vault])).rejects.toThrow('not deployed')
})

test('a balance that does not fit is refused, not cut', async () => {
  const { post, mint } = await start()
  await mint(treasury, 2n ** 128n)
  await expect(post(signer, 1)).rejects.toThrow()
})

test('a verifier reads what was posted with plain calls', async () => {
  const { at, ask, post, mint, vault } = await start()
  await mint(vault, 700n)
  await post(signer, 3)
  await post(signer, 4)
  expect(await readAnchor(ask, { contract: at, epoch: 3 })).toEqual({
    chain: 31_337,
    contract: at,
    decimals: 18,
    epoch: 3,
    root: hashOf(1003).slice(2),
    total: '303',
    log: { size: 403, root: hashOf(2003).slice(2) },
    assets: { vault: '700', treasury: '0' },
    time: expect.any(Number),
    latest: { epoch: 4, time: expect.any(Number), logSize: 404 },
  })
  expect(await readAnchor(ask, { contract: at, epoch: 5 })).toBeUndefined()
  await expect(readAnchor(ask, { contract: stranger.address, epoch: 3 })).rejects.toThrow('did not answer')
})

async function start() {
  const machine = await startMachine(owner, signer, stranger)
  const token = await machine.deploy(owner, testToken, ['Test', 'T'])
  const limits = { perPayment: 1n, perDay: 1n }
  const vault = await machine.deploy(owner, vaultContract, [token, owner.address, signer.address, limits])
  const at = await machine.deploy(owner, attestations, [vault, treasury])
  const ask: AskChain = (method, params) => machine.request(method, params)
  return {
    machine,
    ask,
    at,
    token,
    vault,
    mint: (to: Address, amount: bigint) => machine.call(owner, token, testToken, 'mint', [to, amount]),
    post: (from: Person, epoch: number) =>
      machine.call(from, at, attestations, 'post', [
        BigInt(epoch),
        hashOf(1000 + epoch),
        BigInt(300 + epoch),
        BigInt(400 + epoch),
        hashOf(2000 + epoch),
      ]),
    epoch: (number: bigint) => machine.read(at, attestations, 'attestationOf', [number]),
  }
}
