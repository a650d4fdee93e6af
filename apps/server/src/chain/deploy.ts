import { attestations } from '@trefoil/contracts/artifacts/attestations'
import { forwarderFactory } from '@trefoil/contracts/artifacts/forwarder-factory'
import { testToken } from '@trefoil/contracts/artifacts/test-token'
import { vault as vaultContract } from '@trefoil/contracts/artifacts/vault'
import { setTimeout as sleep } from 'node:timers/promises'
import { callData, creationData } from './call-data.ts'
import { type Address, ChainTrouble, type Hash, type Hex } from './chain.ts'
import { contractAddress } from './deposit-address.ts'
import { addressOf, signTransaction } from './private-key.ts'
import type { Provider } from './rpc.ts'
import { count, hash, quantity, record } from './values.ts'

const MINED_TIMEOUT_MS = 120_000
const POLL_MS = 250

export const factoryCode = (): Hex => forwarderFactory.bytecode

export const testTokenCode = (): Hex => creationData(testToken, ['Test US Dollar', 'USDT'])

/** In units of the token. */
export type FirstLimits = { perPayment: bigint; perDay: bigint }
type VaultParts = { token: Address; owner: Address; signer: Address; limits: FirstLimits }

export const vaultCode = ({ token, owner, signer, limits }: VaultParts): Hex =>
  creationData(vaultContract, [token, owner, signer, limits])

export const attestationsCode = ({ vault, treasury }: { vault: Address; treasury: Address }): Hex =>
  creationData(attestations, [vault, treasury])

export const mintCall = (to: Address, amount: bigint): Hex => callData(testToken.abi, 'mint', [to, amount])

/** Sends transactions one after the other, and waits for each. */
export function makeSender(provider: Provider, key: Hex): Sender {
  const address = addressOf(key)
  return {
    address,
    async send({ to, data, value = 0n, gas }) {
      const nonce = count(await provider.request('eth_getTransactionCount', [address, 'pending']))
      const raw = await signedFor(provider, { key, address }, { nonce, to, data, value, gas })
      const transaction = hash(await provider.request('eth_sendRawTransaction', [raw]))
      await minedSuccessfully(provider, transaction)
      return { transaction, created: contractAddress(address, nonce) }
    },
  }
}

export type Sender = {
  address: Address
  /** Without `gas`, the chain estimates it. `created` is the address of a deployed contract. */
  send(payment: {
    to?: Address
    data: Hex
    value?: bigint
    gas?: bigint
  }): Promise<{ transaction: Hash; created: Address }>
}

type Unsigned = { nonce: number; to: Address | undefined; data: Hex; value: bigint; gas: bigint | undefined }

async function signedFor(
  provider: Provider,
  { key, address }: { key: Hex; address: Address },
  { nonce, to, data, value, gas }: Unsigned,
): Promise<Hex> {
  const request = { from: address, data, value: `0x${value.toString(16)}`, ...(to && { to }) }
  const [chainId, needed, block, tip] = await Promise.all([
    provider.request('eth_chainId', []),
    gas ?? provider.request('eth_estimateGas', [request]).then((estimate) => (quantity(estimate) * 5n) / 4n),
    provider.request('eth_getBlockByNumber', ['latest', false]),
    provider.request('eth_maxPriorityFeePerGas', []),
  ])
  const priority = quantity(tip)
  return signTransaction(key, {
    chainId: count(chainId),
    nonce,
    to,
    data,
    value,
    gas: needed,
    maxPriorityFeePerGas: priority,
    maxFeePerGas: quantity(record(block)['baseFeePerGas'] ?? '0x0') * 2n + priority,
  })
}

async function minedSuccessfully(provider: Provider, transaction: Hash): Promise<void> {
  const deadline = Date.now() + MINED_TIMEOUT_MS
  while (Date.now() < deadline) {
    const receipt = await provider.request('eth_getTransactionReceipt', [transaction])
    if (receipt !== null) {
      if (quantity(record(receipt)['status']) === 1n) return
      throw new Error(`Transaction ${transaction} was reverted.`)
    }
    await sleep(POLL_MS)
  }
  throw new ChainTrouble('unreachable', `transaction ${transaction} was not mined in time`)
}
