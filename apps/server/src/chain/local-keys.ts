import { keccak256 } from 'ox/Hash'
import { concat, fromString } from 'ox/Hex'
import type { Hex } from './chain.ts'
import { contractAddress } from './deposit-address.ts'
import type { Contracts } from './open.ts'
import { addressOf } from './private-key.ts'

export const LOCAL_CHAIN_ID = 31_337

/** Everything that follows from a local chain's seed. Each chain has its own seed, so that no two share a hash. */
export function localKeys(seed: Hex) {
  const key = (name: string): Hex => keccak256(concat(seed, fromString(name)))
  const account = (name: string) => addressOf(key(name))
  const deployer = account('deployer')
  const contracts: Contracts = {
    token: contractAddress(deployer, 0),
    factory: contractAddress(deployer, 1),
    vault: contractAddress(deployer, 2),
    treasury: account('treasury'),
    // After the first money: chains from before it have six transactions of the deployer.
    attestations: contractAddress(deployer, 6),
  }
  return {
    contracts,
    deployerKey: key('deployer'),
    faucetKey: key('faucet'),
    signerKey: key('signer'),
    deployer,
    faucet: account('faucet'),
    signer: account('signer'),
    coinbase: account('coinbase'),
  }
}

/** Identifies a chain without revealing its keys. */
export const localIdentity = (seed: Hex): string => keccak256(concat(seed, fromString('identity'))).slice(2, 18)
