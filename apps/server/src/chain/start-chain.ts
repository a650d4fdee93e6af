import { checksum, validate as isAddress } from 'ox/Address'
import type { ChainSettings, RemoteChainSettings } from '../env.ts'
import { StartError } from '../start-error.ts'
import { ChainTrouble, type Address, type Chain } from './chain.ts'
import { checkedProviders } from './check-chain.ts'
import { openFaucet, type Faucet } from './faucet.ts'
import { joinLocalChain, type JoinPlace } from './local.ts'
import { LOCAL_FINALITY_DEPTH, type ChainPast } from './local-host.ts'
import { LOCAL_CHAIN_ID, localKeys } from './local-keys.ts'
import { NONE_FORMER, openChain, type ChainOptions, type Contracts, type Former } from './open.ts'
import { httpProvider } from './rpc.ts'
import { fileSigner, keylessSigner, keySigner, type Signer } from './signer.ts'

export type StartedChain = {
  chain: Chain
  /** Local chain only. */
  faucet: Faucet | undefined
  /** Present if this process made a local chain that begins in the past. */
  past?: ChainPast | undefined
}

/**
 * The configured chain after its checks, or the local one if none is configured. `signers`: that the database knows, the
 * newest last.
 */
export async function startChain(
  settings: ChainSettings,
  place: JoinPlace,
  former: Former = NONE_FORMER,
  signers: readonly Address[] = [],
): Promise<StartedChain> {
  const { remote, maxFeeWei, rangeMax } = settings
  if (!remote) {
    const local = await joinLocalChain(place)
    const { contracts, signerKey, faucetKey } = localKeys(local.seed)
    const signer = keySigner(signerKey)
    // Whoever makes its past pays out in it.
    const signs = settings.signs || local.past !== undefined
    const chain = openChain({
      ...contracts,
      former,
      id: LOCAL_CHAIN_ID,
      decimals: 18,
      providers: [local.provider],
      signer: signs ? signer : keylessSigner(signer.address),
      finality: { depth: LOCAL_FINALITY_DEPTH },
      rangeMax,
      maxFeeWei,
      close: local.stop,
    })
    const faucet = openFaucet(local.provider, { key: faucetKey, token: contracts.token })
    return { chain, faucet, past: local.past }
  }
  const contracts = checksummed(remote)
  const given = remote.rpcUrls.map((url) => httpProvider(url))
  const unsigned = { ...remote, ...contracts, former, rangeMax, maxFeeWei, providers: given }
  const { signerKeyFile } = remote
  const signer = signerKeyFile === undefined ? await signerOfVault(unsigned, signers) : await fileSigner(signerKeyFile)
  const options = { ...unsigned, signer }
  const expected = { ...openChain({ ...options, providers: [] }), hasKey: signerKeyFile !== undefined }
  const providers = await checkedProviders(given, expected)
  return { chain: openChain({ ...options, providers }), faucet: undefined }
}

/** Without a key: the one that the vault accepts, or while no provider answers, the last that the database knows. */
async function signerOfVault(options: Omit<ChainOptions, 'signer'>, known: readonly Address[]): Promise<Signer> {
  try {
    const { signer } = await openChain({ ...options, signer: keylessSigner(options.vault) }).vaultState()
    return keylessSigner(signer)
  } catch (error) {
    const last = known.at(-1)
    if (!(error instanceof ChainTrouble)) throw error
    if (last) return keylessSigner(last)
    throw new StartError(`Who may sign for the vault is not known yet, and no provider says it: ${error.message}.`)
  }
}

/** A mixed-case address carries a checksum. If it does not match, the address was mistyped. */
function checksummed({ token, factory, treasury, vault, attestations }: RemoteChainSettings): Contracts {
  const right = (name: string, address: Address): Address => {
    if (!isAddress(address))
      throw new StartError(`${name} ${String(address)} has a typing error: its checksum does not match.`)
    return checksum(address)
  }
  return {
    token: right('CHAIN_TOKEN', token),
    factory: right('CHAIN_FACTORY', factory),
    treasury: right('CHAIN_TREASURY', treasury),
    vault: right('CHAIN_VAULT', vault),
    attestations: attestations ? right('CHAIN_ATTESTATIONS', attestations) : null,
  }
}
