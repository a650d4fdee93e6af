import * as AbiParameters from 'ox/AbiParameters'
import { checksum } from 'ox/Address'
import * as ContractAddress from 'ox/ContractAddress'
import { keccak256 } from 'ox/Hash'
import { concat } from 'ox/Hex'
import type { Address, DepositParameters, Hex } from './chain.ts'

/** EIP-1167: the code at every deposit address, around the implementation's address. */
const CLONE_BEFORE = '0x3d602d80600a3d3981f3363d3d373d3d3d363d73'
const CLONE_AFTER = '0x5af43d82803e903d91602b57fd5bf3'

/** Computes the address of an index without asking the chain: the factory can deploy it only there. */
export function depositAddresses({ factory, implementation, treasury }: Omit<DepositParameters, 'chain_id'>) {
  const bytecodeHash = keccak256(concat(CLONE_BEFORE, implementation, CLONE_AFTER))
  return (index: Hex): Address => {
    if (!/^0x[0-9a-f]{64}$/.test(index)) throw new RangeError(`${index} is no index of a deposit address`)
    return deterministicAddress({ from: factory, salt: depositSalt({ treasury, index }), bytecodeHash })
  }
}

/** The implementation is the first contract that the factory creates, in its constructor. */
export const implementationOf = (factory: Address): Address => contractAddress(factory, 1)

/** The address of an account's nth contract. */
export const contractAddress = (from: Address, nonce: number): Address =>
  checksum(ContractAddress.fromCreate({ from, nonce: BigInt(nonce) }))

/** The address of a contract that another one creates by salt and code (CREATE2), however many it has created. */
export const deterministicAddress = (facts: { from: Address; salt: Hex; bytecodeHash: Hex }): Address =>
  checksum(ContractAddress.fromCreate2(facts))

const depositSalt = ({ treasury, index }: { treasury: Address; index: Hex }): Hex =>
  keccak256(AbiParameters.encode(SALT_PARAMETERS, [treasury, BigInt(index)], { checksumAddress: true }))

const SALT_PARAMETERS = AbiParameters.from('address treasury, uint256 index')
