import { setTimeout as sleep } from 'node:timers/promises'
import { keccak256 } from 'ox/Hash'
import { concat } from 'ox/Hex'
import { StartError } from '../start-error.ts'
import type { Address, Hex } from './chain.ts'
import { factoryCode, type Sender } from './deploy.ts'
import { deterministicAddress } from './deposit-address.ts'
import { RpcRefusal, type Provider } from './rpc.ts'
import { hex, quantity } from './values.ts'

/**
 * The deterministic deployment proxy, which most EVM chains have. Its one transaction is signed by a key that nobody
 * has, so it has the same address on every chain, and so has whatever it deploys.
 */
export const DEPLOYER: Address = '0x4e59b44847b379578588920cA78FbF26c0B4956C'
const DEPLOYER_CODE: Hex =
  '0x7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe03601600081602082378035828234f58015156039578182fd5b8082525050506014600cf3'
/** Made up by its authors together with the signature. Spends all of what it needs, at a price of its own. */
const SIGNED_BY: Address = '0x3fAB184622Dc19b6109349B94811493BF2a45362'
const SIGNED: Hex =
  '0xf8a58085174876e800830186a08080b853604580600e600039806000f350fe7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe03601600081602082378035828234f58015156039578182fd5b8082525050506014600cf31ba02222222222222222222222222222222222222222222222222222222222222222a02222222222222222222222222222222222222222222222222222222222222222'
const DEPLOYER_COST_WEI = 10n ** 16n

const SALT: Hex = `0x${'0'.repeat(64)}`
const MINED_TIMEOUT_MS = 120_000
const POLL_MS = 250

/** Where this version's factory is, on every chain that has it. Neither token nor treasury is part of it. */
export const factoryEverywhere = (): Address =>
  deterministicAddress({ from: DEPLOYER, salt: SALT, bytecodeHash: keccak256(factoryCode()) })

export type Lacking = { deployer: boolean; factory: boolean }

/** What that chain does not have yet. */
export async function findLacking(provider: Provider): Promise<Lacking> {
  const deployer = await codeAt(provider, DEPLOYER)
  if (deployer !== '0x' && deployer !== DEPLOYER_CODE)
    throw new StartError(`${DEPLOYER} is not the deterministic deployer on this chain.`)
  return { deployer: deployer === '0x', factory: (await codeAt(provider, factoryEverywhere())) === '0x' }
}

/** Deploys the factory at its address, and the deployer before it, where they are lacking. */
export async function deployEverywhere(provider: Provider, sender: Sender): Promise<Address> {
  const lacking = await findLacking(provider)
  if (lacking.deployer) await deployDeployer(provider, sender)
  const factory = factoryEverywhere()
  if (lacking.factory) await sender.send({ to: DEPLOYER, data: concat(SALT, factoryCode()) })
  if ((await codeAt(provider, factory)) === '0x')
    throw new StartError(`The factory is not at ${factory} after its deployment: this chain runs other code.`)
  return factory
}

async function deployDeployer(provider: Provider, sender: Sender): Promise<void> {
  if (quantity(await provider.request('eth_getTransactionCount', [SIGNED_BY, 'latest'])) > 0n)
    throw new StartError(
      'The deterministic deployer was tried on this chain and failed: nobody can deploy it any more.',
    )
  const held = quantity(await provider.request('eth_getBalance', [SIGNED_BY, 'latest']))
  if (held < DEPLOYER_COST_WEI) await sender.send({ to: SIGNED_BY, data: '0x', value: DEPLOYER_COST_WEI - held })
  await provider.request('eth_sendRawTransaction', [SIGNED]).catch((error: unknown) => {
    throw error instanceof RpcRefusal
      ? new StartError(`This chain does not take the deterministic deployer's transaction: ${error.message}.`)
      : error
  })
  const deadline = Date.now() + MINED_TIMEOUT_MS
  while ((await codeAt(provider, DEPLOYER)) === '0x') {
    if (Date.now() > deadline) throw new StartError('The deterministic deployer was not deployed in time.')
    await sleep(POLL_MS)
  }
}

export const codeAt = async (provider: Provider, place: Address): Promise<Hex> =>
  hex(await provider.request('eth_getCode', [place, 'latest']))
