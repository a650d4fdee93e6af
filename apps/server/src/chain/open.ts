import { convene } from './agree.ts'
import { attestationPart } from './attestations.ts'
import { blockReads, type Finality } from './blocks.ts'
import type { Address, Chain } from './chain.ts'
import { contractReads } from './contract-reads.ts'
import { depositAddresses, implementationOf } from './deposit-address.ts'
import { receiptReads } from './receipts.ts'
import type { Provider } from './rpc.ts'
import { sendingPart } from './sending.ts'
import type { Signer } from './signer.ts'
import { transferReads } from './transfers.ts'

export type Contracts = {
  token: Address
  factory: Address
  treasury: Address
  vault: Address
  /** Null: from before there was one. */
  attestations: Address | null
}

export type Former = { factories: readonly Address[]; treasuries: readonly Address[]; vaults: readonly Address[] }
export const NONE_FORMER: Former = { factories: [], treasuries: [], vaults: [] }

export type ChainOptions = Omit<Contracts, 'attestations'> & {
  attestations?: Contracts['attestations']
  id: number
  decimals: number
  providers: Provider[]
  signer: Signer
  finality: Finality
  /** How many blocks a provider returns logs for at once. */
  rangeMax: number
  /** Nothing is sent above this. */
  maxFeeWei: bigint
  /** In force before. */
  former?: Former
  close?: () => Promise<void>
}

/**
 * Everything the server asks of a chain, over providers that have to agree. `checkChain` checks that they serve the
 * right one.
 */
export function openChain(options: ChainOptions): Chain {
  const { id, decimals, token, factory, treasury, vault, signer, former = NONE_FORMER, attestations = null } = options
  const vaults = [vault, ...former.vaults]
  const panel = convene(options.providers)
  const implementation = implementationOf(factory)
  const blocks = blockReads(panel, options)
  const addresses = [
    token,
    factory,
    treasury,
    implementation,
    signer.address,
    ...vaults,
    ...(attestations ? [attestations] : []),
  ]
  const ours = [...addresses, ...former.factories, ...former.treasuries].map((address) => address.toLowerCase())
  const known = new Set(ours)
  return {
    id,
    token,
    decimals,
    factory,
    treasury,
    vault,
    vaults,
    ...blocks,
    ...transferReads(panel, { token, vaults, rangeMax: options.rangeMax }),
    depositAddress: depositAddresses({ factory, implementation, treasury }),
    depositParameters: { chain_id: id, factory, implementation, treasury },
    ours,
    isOurs: (address) => known.has(address.toLowerCase()),
    signer: signer.address,
    ...contractReads(panel, { token, vault, vaults, signer: signer.address, head: blocks.head }),
    ...sendingPart(panel, signer, options),
    ...attestationPart(panel, { id, attestations, head: blocks.head }),
    ...receiptReads(panel, { token, vaults, block: blocks.block }),
    health: panel.health,
    close: options.close ?? (async () => undefined),
  }
}
