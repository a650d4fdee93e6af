import { attestations as attestationsContract } from '@trefoil/contracts/artifacts/attestations'
import { forwarderFactory } from '@trefoil/contracts/artifacts/forwarder-factory'
import { testToken } from '@trefoil/contracts/artifacts/test-token'
import { vault as vaultContract } from '@trefoil/contracts/artifacts/vault'
import { StartError } from '../start-error.ts'
import { callData } from './call-data.ts'
import { ChainTrouble, type Address, type Chain, type Hex } from './chain.ts'
import { word } from './contract-reads.ts'
import { RpcRefusal, type Provider } from './rpc.ts'
import { paddedAddress, quantity } from './values.ts'

/**
 * Uses a provider only after it has shown that it serves the configured chain. A wrong one stops the start with one
 * sentence; a silent one is checked before its first answer is used.
 */
export async function checkedProviders(providers: Provider[], expected: Expected): Promise<Provider[]> {
  const checked = providers.map((provider) => checkedProvider(provider, expected))
  await Promise.all(
    checked.map(({ check }) =>
      check().catch((error: unknown) => {
        if (!(error instanceof ChainTrouble)) throw error
      }),
    ),
  )
  return checked.map(({ provider }) => provider)
}

export type Expected = Pick<
  Chain,
  'id' | 'decimals' | 'token' | 'factory' | 'treasury' | 'vault' | 'attestations' | 'depositAddress' | 'signer'
> & {
  /** Whether the signer is this process's own. Otherwise it is whomever the vault accepts. */
  hasKey: boolean
}

function checkedProvider(provider: Provider, expected: Expected) {
  let passed: Promise<void> | undefined
  const check = (): Promise<void> => {
    passed ??= checkProvider(expected, provider).catch((error: unknown) => {
      passed = undefined
      throw error
    })
    return passed
  }
  const request: Provider['request'] = async (method, params) => {
    await check().catch((error: unknown) => {
      throw error instanceof StartError ? new ChainTrouble('malformed', error.message) : error
    })
    return provider.request(method, params)
  }
  return { check, provider: { name: provider.name, request } }
}

/** Any index would do. */
const FIRST_INDEX: Hex = `0x${'0'.repeat(64)}`

async function checkProvider(chain: Expected, provider: Provider): Promise<void> {
  const { name } = provider
  const id = quantity(await provider.request('eth_chainId', []))
  if (id !== BigInt(chain.id)) throw new StartError(`${name} serves chain ${id}, but CHAIN_ID says ${chain.id}.`)

  const call = async <Answer>(to: Address, data: Hex, read: (answer: unknown) => Answer, complaint: string) => {
    try {
      return read(await provider.request('eth_call', [{ to, data }, 'latest']))
    } catch (error) {
      if (error instanceof RpcRefusal || (error instanceof ChainTrouble && error.kind === 'malformed'))
        throw new StartError(`${complaint} (according to ${name}).`)
      throw error
    }
  }
  const { token, factory, treasury, vault } = chain
  const notToken = `CHAIN_TOKEN ${token} is not a token on chain ${id}`
  const decimals = await call(token, callData(testToken.abi, 'decimals'), word, notToken)
  if (decimals !== BigInt(chain.decimals))
    throw new StartError(`The token ${token} has ${decimals} decimals, but CHAIN_DECIMALS says ${chain.decimals}.`)

  const first = callData(forwarderFactory.abi, 'addressOf', [treasury, BigInt(FIRST_INDEX)])
  const notFactory = `CHAIN_FACTORY ${factory} is not a deposit factory on chain ${id}`
  if ((await call(factory, first, paddedAddress, notFactory)) !== chain.depositAddress(FIRST_INDEX))
    throw new StartError(`${notFactory}: it computes other addresses (according to ${name}).`)

  const notVault = `CHAIN_VAULT ${vault} is not a vault on chain ${id}`
  const ask = (functionName: 'TOKEN' | 'signer') =>
    call(vault, callData(vaultContract.abi, functionName), paddedAddress, notVault)
  const [paysIn, allowed] = [await ask('TOKEN'), await ask('signer')]
  if (paysIn !== token) throw new StartError(`The vault ${vault} pays in ${paysIn}, but CHAIN_TOKEN says ${token}.`)
  if (chain.hasKey && allowed !== chain.signer)
    throw new StartError(
      `The vault ${vault} lets ${allowed} pay, but the signer's key file belongs to ${chain.signer}.`,
    )

  const { attestations } = chain
  if (!attestations) return
  const notAttestations = `CHAIN_ATTESTATIONS ${attestations} does not keep attestations on chain ${id}`
  const counts = (functionName: 'VAULT' | 'TREASURY') =>
    call(attestations, callData(attestationsContract.abi, functionName), paddedAddress, notAttestations)
  const [counted, cold] = [await counts('VAULT'), await counts('TREASURY')]
  if (counted !== vault || cold !== treasury)
    throw new StartError(
      `CHAIN_ATTESTATIONS ${attestations} counts what ${counted} and ${cold} hold, but the vault is ${vault} and the treasury ${treasury}.`,
    )
}
