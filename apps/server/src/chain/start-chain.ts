import { getAddress, isAddress } from 'viem/utils'
import type { ChainSettings, RemoteChainSettings } from '../env.ts'
import { StartError } from '../start-error.ts'
import type { Address, Chain } from './chain.ts'
import { checkedProviders } from './check-chain.ts'
import { openFaucet, type Faucet } from './faucet.ts'
import { joinLocalChain, type JoinPlace } from './local.ts'
import { LOCAL_FINALITY_DEPTH, type ChainPast } from './local-host.ts'
import { LOCAL_CHAIN_ID, localKeys } from './local-keys.ts'
import { NONE_FORMER, openChain, type Contracts, type Former } from './open.ts'
import { httpProvider } from './rpc.ts'
import { fileSigner, keySigner } from './signer.ts'

export type StartedChain = {
  chain: Chain
  /** Local chain only. */
  faucet: Faucet | undefined
  /** Present if this process made a local chain that begins in the past. */
  past?: ChainPast | undefined
}

/** The configured chain after its checks, or the local one if none is configured. */
export async function startChain(
  settings: ChainSettings,
  place: JoinPlace,
  former: Former = NONE_FORMER,
): Promise<StartedChain> {
  const { remote, maxFeeWei, rangeMax } = settings
  if (!remote) {
    const local = await joinLocalChain(place)
    const { contracts, signerKey, faucetKey } = localKeys(local.seed)
    const chain = openChain({
      ...contracts,
      former,
      id: LOCAL_CHAIN_ID,
      decimals: 18,
      providers: [local.provider],
      signer: keySigner(signerKey),
      finality: { depth: LOCAL_FINALITY_DEPTH },
      rangeMax,
      maxFeeWei,
      close: local.stop,
    })
    const faucet = openFaucet(local.provider, { key: faucetKey, token: contracts.token })
    return { chain, faucet, past: local.past }
  }
  const contracts = checksummed(remote)
  const signer = await fileSigner(remote.signerKeyFile)
  const options = { ...remote, ...contracts, former, signer, rangeMax, maxFeeWei }
  const expected = openChain({ ...options, providers: [] })
  const providers = await checkedProviders(
    remote.rpcUrls.map((url) => httpProvider(url)),
    expected,
  )
  return { chain: openChain({ ...options, providers }), faucet: undefined }
}

/** A mixed-case address carries a checksum. If it does not match, the address was mistyped. */
function checksummed({ token, factory, treasury, vault, attestations }: RemoteChainSettings): Contracts {
  const right = (name: string, address: Address): Address => {
    if (!isAddress(address))
      throw new StartError(`${name} ${String(address)} has a typing error: its checksum does not match.`)
    return getAddress(address)
  }
  return {
    token: right('CHAIN_TOKEN', token),
    factory: right('CHAIN_FACTORY', factory),
    treasury: right('CHAIN_TREASURY', treasury),
    vault: right('CHAIN_VAULT', vault),
    attestations: attestations ? right('CHAIN_ATTESTATIONS', attestations) : null,
  }
}
