import { forwarderFactory } from '@trefoil/contracts/artifacts/forwarder-factory'
import { testToken } from '@trefoil/contracts/artifacts/test-token'
import { StartError } from '../start-error.ts'
import { callData } from './call-data.ts'
import { ChainTrouble, type Address, type Hash, type Hex } from './chain.ts'
import { word } from './contract-reads.ts'
import { makeSender } from './deploy.ts'
import { depositAddresses, implementationOf } from './deposit-address.ts'
import { codeAt, deployEverywhere, factoryEverywhere, findLacking, type Lacking } from './deterministic.ts'
import { httpProvider, RpcRefusal, type Provider } from './rpc.ts'
import { count, quantity } from './values.ts'

/** An address that was issued, with what it was computed from. */
export type IssuedAddress = { address: Address; index: Hex; factory: Address; treasury: Address }

type Wanted = {
  /** Of the chain where the money is. */
  rpcUrl: string
  /** The installation's own chain. */
  home: { id: number; rpcUrl: string }
  issued: IssuedAddress
  /** Null: the chain's own coin. */
  token: Address | null
  /** Somebody has made sure whose contract the treasury is there. */
  isTreasuryChecked: boolean
}

export type RecoveryPlan = { chain: number; holds: bigint; decimals: number; lacking: Lacking }

/** What would be done, or in one sentence why it cannot be. Sends nothing. */
export async function planRecovery({ rpcUrl, home, issued, token, isTreasuryChecked }: Wanted): Promise<RecoveryPlan> {
  const { address, index, factory, treasury } = issued
  if (factory !== factoryEverywhere())
    throw new StartError(
      `The factory ${factory} was not deployed through the deterministic deployer, or by another version: it cannot be deployed on another chain.`,
    )
  if (depositAddresses({ factory, implementation: implementationOf(factory), treasury })(index) !== address)
    throw new StartError(`${address} does not follow from its factory, treasury and index.`)

  return inOneSentence(async () => {
    const provider = httpProvider(rpcUrl)
    const chain = count(await provider.request('eth_chainId', []))
    if (chain === home.id)
      throw new StartError(`Chain ${chain} is the one that the server watches: nothing has to be recovered there.`)
    const { holds, decimals } = await readHoldings(provider, { address, token, chain })
    if (holds === 0n) throw new StartError(`${address} holds nothing of that on chain ${chain}.`)
    await refuseForeignTreasury(provider, { treasury, home, chain, isTreasuryChecked })
    return { chain, holds, decimals, lacking: await findLacking(provider) }
  })
}

/** Deploys what is lacking and sweeps the address. The factory can send it to the treasury only, whoever pays. */
export function recover({ rpcUrl, issued, token }: Wanted, key: string): Promise<Hash> {
  const digits = /^(?:0x)?([0-9a-f]{64})$/i.exec(key)?.[1]
  if (!digits) throw new StartError('The key file does not hold a private key of 64 hexadecimal digits.')
  return inOneSentence(async () => {
    const provider = httpProvider(rpcUrl)
    const sender = makeSender(provider, `0x${digits}`)
    const factory = await deployEverywhere(provider, sender)
    const indices = [BigInt(issued.index)]
    const data = token
      ? callData(forwarderFactory.abi, 'sweep', [token, issued.treasury, indices])
      : callData(forwarderFactory.abi, 'sweepCoin', [issued.treasury, indices])
    return (await sender.send({ to: factory, data })).transaction
  })
}

const COIN_DECIMALS = 18

async function readHoldings(
  provider: Provider,
  { address, token, chain }: { address: Address; token: Address | null; chain: number },
) {
  if (token === null)
    return { holds: quantity(await provider.request('eth_getBalance', [address, 'latest'])), decimals: COIN_DECIMALS }
  const ask = async (data: Hex) => word(await provider.request('eth_call', [{ to: token, data }, 'latest']))
  try {
    return {
      holds: await ask(callData(testToken.abi, 'balanceOf', [address])),
      decimals: Number(await ask(callData(testToken.abi, 'decimals'))),
    }
  } catch (error) {
    if (error instanceof RpcRefusal || (error instanceof ChainTrouble && error.kind === 'malformed'))
      throw new StartError(`${token} is not a token on chain ${chain}.`)
    throw error
  }
}

type Treasury = { treasury: Address; home: Wanted['home']; chain: number; isTreasuryChecked: boolean }

/** A key is the same everywhere. A contract may be absent elsewhere, or be somebody else's at the same address. */
async function refuseForeignTreasury(provider: Provider, { treasury, home, chain, isTreasuryChecked }: Treasury) {
  const [there, here] = [await codeAt(provider, treasury), await codeAt(httpProvider(home.rpcUrl), treasury)]
  if (here !== '0x' && there === '0x')
    throw new StartError(
      `The treasury ${treasury} is a contract on chain ${home.id}, and nothing on chain ${chain}: what is sent there may be lost. Deploy the same wallet there first.`,
    )
  if (there !== '0x' && !isTreasuryChecked)
    throw new StartError(
      `The treasury ${treasury} is a contract on chain ${chain}, where it may be somebody else's: make sure that its owners are yours, then add --treasury-is-ours.`,
    )
}

async function inOneSentence<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ChainTrouble || error instanceof RpcRefusal)
      throw new StartError(`The chain refuses: ${error.message}.`)
    throw error
  }
}
