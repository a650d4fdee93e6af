import {
  concatHex,
  encodeAbiParameters,
  getContractAddress,
  getCreate2Address,
  getCreateAddress,
  keccak256,
} from 'viem/utils'
import type { Address, DepositParameters, Hex } from './chain.ts'

/** EIP-1167: the code at every deposit address, around the implementation's address. */
const CLONE_BEFORE = '0x3d602d80600a3d3981f3363d3d373d3d3d363d73'
const CLONE_AFTER = '0x5af43d82803e903d91602b57fd5bf3'

/** Computes the address of an index without asking the chain: the factory can deploy it only there. */
export function depositAddresses({ factory, implementation, treasury }: Omit<DepositParameters, 'chain_id'>) {
  const bytecodeHash = keccak256(concatHex([CLONE_BEFORE, implementation, CLONE_AFTER]))
  return (index: Hex): Address => {
    if (!/^0x[0-9a-f]{64}$/.test(index)) throw new RangeError(`${index} is no index of a deposit address`)
    return getCreate2Address({ from: factory, salt: depositSalt({ treasury, index }), bytecodeHash })
  }
}

/** The implementation is the first contract that the factory creates, in its constructor. */
export const implementationOf = (factory: Address): Address => getCreateAddress({ from: factory, nonce: 1n })

/** The address of an account's nth contract. */
export const contractAddress = (from: Address, nonce: number): Address =>
  getContractAddress({ from, nonce: BigInt(nonce) })

const depositSalt = ({ treasury, index }: { treasury: Address; index: Hex }): Hex =>
  keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [treasury, BigInt(index)]))
