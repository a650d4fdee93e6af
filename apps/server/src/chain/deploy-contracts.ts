import { testToken } from '@trefoil/contracts/artifacts/test-token'
import { tokenAmount } from '@trefoil/core/deposits/plan-deposit'
import type { Usd } from '@trefoil/core/money'
import { StartError } from '../start-error.ts'
import { callData } from './call-data.ts'
import { ChainTrouble, type Address } from './chain.ts'
import { word } from './contract-reads.ts'
import { attestationsCode, makeSender, testTokenCode, vaultCode, type Sender } from './deploy.ts'
import { deployEverywhere } from './deterministic.ts'
import { httpProvider, RpcRefusal, type Provider } from './rpc.ts'
import { count } from './values.ts'

type Wanted = Payer & {
  token: Address | undefined
  owner: Address
  signer: Address
  limits: { perPayment: Usd; perDay: Usd }
}
export type Deployed = { id: number; token: Address; decimals: number; factory: Address; vault: Address }

/** Deploys the contracts, paid for by the key. Nothing depends on that key afterwards. */
export const deployContracts = ({ rpcUrl, key, token, owner, signer, limits }: Wanted): Promise<Deployed> =>
  paidFor({ rpcUrl, key }, async (provider, sender) => {
    const id = count(await provider.request('eth_chainId', []))
    const used = token ?? (await sender.send({ data: testTokenCode() })).created
    const question = callData(testToken.abi, 'decimals')
    const decimals = Number(word(await provider.request('eth_call', [{ to: used, data: question }, 'latest'])))
    // The same address on every chain, so that what was sent on a wrong one can be fetched.
    const factory = await deployEverywhere(provider, sender)
    const inToken = {
      perPayment: tokenAmount(limits.perPayment, decimals),
      perDay: tokenAmount(limits.perDay, decimals),
    }
    const { created: vault } = await sender.send({ data: vaultCode({ token: used, owner, signer, limits: inToken }) })
    return { id, token: used, decimals, factory, vault }
  })

type WantedAttestations = Payer & { vault: Address; treasury: Address }

/** It reads the balances of this vault and this treasury, for ever. */
export const deployAttestations = ({ vault, treasury, ...payer }: WantedAttestations): Promise<Address> =>
  paidFor(payer, async (_, sender) => (await sender.send({ data: attestationsCode({ vault, treasury }) })).created)

type Payer = { rpcUrl: string; key: string }

async function paidFor<Result>(
  { rpcUrl, key }: Payer,
  deploy: (provider: Provider, sender: Sender) => Promise<Result>,
): Promise<Result> {
  const digits = /^(?:0x)?([0-9a-f]{64})$/i.exec(key)?.[1]
  if (!digits) throw new StartError('The key file does not hold a private key of 64 hexadecimal digits.')
  const provider = httpProvider(rpcUrl)
  try {
    return await deploy(provider, makeSender(provider, `0x${digits}`))
  } catch (error) {
    if (error instanceof ChainTrouble || error instanceof RpcRefusal)
      throw new StartError(`The contracts could not be deployed: ${error.message}.`)
    throw error
  }
}
