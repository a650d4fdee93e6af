import {
  concatHex,
  encodeAbiParameters,
  getContractAddress,
  getCreate2Address,
  getCreateAddress,
  keccak256,
} from 'viem/utils'
import type { Address, DepositParameters, Hex } from './chain.ts'

/** What the table of addresses can hold, and JavaScript can count exactly. */
const INDEX_MAX = 2 ** 48 - 1

/** EIP-1167: what is deployed at every deposit address, around the address of the implementation. */
const CLONE_BEFORE = '0x3d602d80600a3d3981f3363d3d373d3d3d363d73'
const CLONE_AFTER = '0x5af43d82803e903d91602b57fd5bf3'

/** Gives the address of a deposit number without asking anybody: the factory puts it there and nowhere else. */
export function depositAddresses({ factory, implementation, treasury }: Omit<DepositParameters, 'chain_id'>) {
  const bytecodeHash = keccak256(concatHex([CLONE_BEFORE, implementation, CLONE_AFTER]))
  return (index: number): Address => {
    if (!Number.isSafeInteger(index) || index < 0 || index > INDEX_MAX) throw new RangeError(`no deposit ${index}`)
    return getCreate2Address({ from: factory, salt: depositSalt({ treasury, index }), bytecodeHash })
  }
}

/** The factory makes the implementation first of all, in its constructor. */
export const implementationOf = (factory: Address): Address => getCreateAddress({ from: factory, nonce: 1n })

/** Where the n-th contract of an account will be. */
export const contractAddress = (from: Address, nonce: number): Address =>
  getContractAddress({ from, nonce: BigInt(nonce) })

const depositSalt = ({ treasury, index }: { treasury: Address; index: number }): Hex =>
  keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [treasury, BigInt(index)]))
