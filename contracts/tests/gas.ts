import * as AbiConstructor from 'ox/AbiConstructor'
import type { Address } from 'ox/Address'
import { fromNumber } from 'ox/Hex'
import { attestations } from '../artifacts/attestations.ts'
import { forwarderFactory } from '../artifacts/forwarder-factory.ts'
import { testToken } from '../artifacts/test-token.ts'
import { vault } from '../artifacts/vault.ts'
import { person, startMachine } from './machine.ts'

/** The gas of each operation, the same on every machine. */
export async function measureGas(): Promise<Record<string, number>> {
  const [owner, signer] = [person('owner'), person('signer')]
  const treasury = person('treasury').address
  const machine = await startMachine(owner, signer)
  const token = await machine.deploy(owner, testToken, ['Test', 'T'])
  const factoryDeployed = await machine.send(owner, { data: forwarderFactory.bytecode })
  const limits = { perPayment: 1000n, perDay: 1000n }
  const vaultArgs = [token, owner.address, signer.address, limits] as const
  const vaultDeployed = await machine.send(owner, {
    data: AbiConstructor.encode(vault.abi, { bytecode: vault.bytecode, args: vaultArgs }),
  })
  const attestationsDeployed = await machine.send(owner, {
    data: AbiConstructor.encode(attestations.abi, {
      bytecode: attestations.bytecode,
      args: [vaultDeployed.created as Address, treasury],
    }),
  })
  const witness = attestationsDeployed.created as Address
  const post = (epoch: bigint) => {
    const [root, logRoot] = [fromNumber(1n, { size: 32 }), fromNumber(2n, { size: 32 })]
    return machine.call(signer, witness, attestations, 'post', [epoch, root, 1n, 1n, logRoot])
  }
  const [factory, till] = [factoryDeployed.created, vaultDeployed.created]
  if (!factory || !till) throw new Error('not deployed')
  const mint = (to: Address) => machine.call(owner, token, testToken, 'mint', [to, 1000n])
  await mint(till)
  await mint(treasury)

  const fill = async (indices: bigint[]) => {
    for (const index of indices)
      await mint((await machine.read(factory, forwarderFactory, 'addressOf', [treasury, index])) as Address)
  }
  const sweep = (indices: bigint[]) =>
    machine.call(owner, factory, forwarderFactory, 'sweep', [token, treasury, indices])
  const pay = (id: number, to: Address) =>
    machine.call(signer, till, vault, 'pay', [fromNumber(id, { size: 32 }), to, 1n])
  const hundred = Array.from({ length: 100 }, (_, index) => BigInt(index + 10))

  await fill([1n])
  const firstSweep = await sweep([1n])
  await fill([1n])
  const nextSweep = await sweep([1n])
  await fill(hundred)
  const firstHundred = await sweep(hundred)
  await fill(hundred)
  const nextHundred = await sweep(hundred)
  const emptyHundred = await sweep(hundred)
  const member = person('member').address
  // The very first epoch also pays for the place of the newest number.
  await post(1n)
  // The very first payment also pays for the place where days are counted.
  await pay(0, treasury)
  return {
    'Deploy the factory': factoryDeployed.gas,
    'Deploy the vault': vaultDeployed.gas,
    'Deploy the attestations': attestationsDeployed.gas,
    'Post an epoch': await post(2n),
    'Pay somebody who has none of the token': await pay(1, member),
    'Pay somebody who has some': await pay(2, member),
    'Sweep one address for the first time': firstSweep,
    'Sweep one address again': nextSweep,
    'Sweep 100 addresses for the first time': firstHundred,
    'Sweep 100 addresses again': nextHundred,
    'Sweep 100 empty addresses': emptyHundred,
  }
}
