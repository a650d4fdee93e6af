import {
  concatHex,
  encodeAbiParameters,
  getContractAddress,
  getCreate2Address,
  getCreateAddress,
  keccak256,
} from 'viem/utils'
import type { Address, DepositParameters, Hex } from './chain.ts'

/** Fits the column of addresses, and is an exact JavaScript number. */
const INDEX_MAX = 2 ** 48 - 1

/** EIP-1167: the code at every deposit address, around the implementation's address. */
const CLONE_BEFORE = '0x3d602d80600a3d3981f3363d3d373d3d3d363d73'
const CLONE_AFTER = '0x5af43d82803e903d91602b57fd5bf3'

/** Computes the address of an index without asking the chain: the factory can deploy it only there. */
export function depositAddresses({ factory, implementation, treasury }: Omit<DepositParameters, 'chain_id'>) {
  const bytecodeHash = keccak256(concatHex([CLONE_BEFORE, implementation, CLONE_AFTER]))
  return (index: number): Address => {
    if (!Number.isSafeInteger(index) || index < 0 || index > INDEX_MAX) throw new RangeError(`no deposit ${index}`)
    return getCreate2Address({ from: factory, salt: depositSalt({ treasury, index }), bytecodeHash })
  }
}

/** The implementation is the first contract that the factory creates, in its constructor. */
export const implementationOf = (factory: Address): Address => getCreateAddress({ from: factory, nonce: 1n })

/** The address of an account's nth contract. */
export const contractAddress = (from: Address, nonce: number): Address =>
  getContractAddress({ from, nonce: BigInt(nonce) })

const depositSalt = ({ treasury, index }: { treasury: Address; index: number }): Hex =>
  keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [treasury, BigInt(index)]))
