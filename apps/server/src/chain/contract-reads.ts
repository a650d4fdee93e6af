import { testToken } from '@trefoil/contracts/artifacts/test-token'
import { vault as vaultContract } from '@trefoil/contracts/artifacts/vault'
import type { VaultLimits } from '@trefoil/core/payouts/vault-room'
import type { Panel } from './agree.ts'
import { callData } from './call-data.ts'
import type { Address, Chain, Hex } from './chain.ts'
import { isRevert, RpcRefusal } from './rpc.ts'
import { count, hash, hex, malformed, paddedAddress, quantity, toHex } from './values.ts'

type Contracts = { token: Address; vault: Address; vaults: readonly Address[]; signer: Address }
type Reads = Pick<
  Chain,
  | 'balanceOf'
  | 'balancesOf'
  | 'nonceAt'
  | 'pendingNonce'
  | 'signerFunds'
  | 'isPaid'
  | 'vaultState'
  | 'vaultLimits'
  | 'isSanctioned'
>

/** The one function that the oracles of all chains have. */
const SANCTIONS_ORACLE = [
  {
    type: 'function',
    name: 'isSanctioned',
    stateMutability: 'view',
    inputs: [{ name: 'subject', type: 'address' }],
    outputs: [{ name: '', type: 'bool' }],
  },
] as const

/** Concurrent requests per provider. */
const PARALLEL_MAX = 16

/** What contracts and accounts hold. All providers are asked about the same block, because their heads differ. */
export function contractReads(
  panel: Panel,
  { token, vault, vaults, signer, head }: Contracts & { head: Chain['head'] },
): Reads {
  const atOrHead = async (at: bigint | undefined) => at ?? (await head()).number
  const ask = async <Answer>(
    method: string,
    params: (block: Hex) => unknown[],
    read: (answer: unknown) => Answer,
    at?: bigint,
  ) => {
    const block = toHex(await atOrHead(at))
    const answer = await panel.agree<Answer>(async (provider) => read(await provider.request(method, params(block))))
    if (answer === undefined) throw malformed('an answer', answer)
    return answer
  }
  const call = <Answer>(to: Address, data: Hex, read: (answer: unknown) => Answer, at?: bigint) =>
    ask('eth_call', (block) => [{ to, data }, block], read, at)

  const balanceOf = (address: Address, at?: bigint) =>
    call(token, callData(testToken.abi, 'balanceOf', [address]), word, at)
  const onVault = (name: 'paused' | 'signer' | 'limits' | 'dayTotal') => callData(vaultContract.abi, name)

  return {
    balanceOf,
    async balancesOf(addresses, at) {
      const number = await atOrHead(at)
      const balances: bigint[] = []
      for (let start = 0; start < addresses.length; start += PARALLEL_MAX) {
        const some = addresses.slice(start, start + PARALLEL_MAX)
        balances.push(...(await Promise.all(some.map((address) => balanceOf(address, number)))))
      }
      return balances
    },
    nonceAt: (block) =>
      ask('eth_getTransactionCount', (at) => [signer, at], count, block === 'latest' ? undefined : block),
    async pendingNonce() {
      const params = [signer, 'pending']
      const counts = await panel.gather(async (provider) =>
        count(await provider.request('eth_getTransactionCount', params)),
      )
      return Math.max(...counts)
    },
    signerFunds: () => ask('eth_getBalance', (at) => [signer, at], quantity),
    async isPaid(id, at) {
      const number = await atOrHead(at)
      const data = callData(vaultContract.abi, 'isPaid', [id])
      const answers = await Promise.all(vaults.map((each) => call(each, data, flag, number)))
      return answers.includes(true)
    },
    async vaultState(at) {
      const number = await atOrHead(at)
      const [balance, isPaused, allowed] = await Promise.all([
        balanceOf(vault, number),
        call(vault, onVault('paused'), flag, number),
        call(vault, onVault('signer'), paddedAddress, number),
      ])
      return { balance, isPaused, signer: allowed }
    },
    isSanctioned: (oracle, address) => call(oracle, callData(SANCTIONS_ORACLE, 'isSanctioned', [address]), flag),
    async vaultLimits() {
      const block = toHex((await head()).number)
      const agreed = await panel.agree<VaultLimits>(async (provider) => {
        const askVault = async (name: 'limits' | 'dayTotal') =>
          pair(await provider.request('eth_call', [{ to: vault, data: onVault(name) }, block]))
        try {
          const [[perPayment, perDay], [day, paidThatDay]] = await Promise.all([
            askVault('limits'),
            askVault('dayTotal'),
          ])
          return { perPayment, perDay, day, paidThatDay }
        } catch (error) {
          if (error instanceof RpcRefusal && isRevert(error)) return undefined
          throw error
        }
      })
      return agreed ?? null
    },
  }
}

/** One word of 32 bytes. An account without code returns no data at all, which is not zero. */
export const word = (answer: unknown): bigint => BigInt(hash(hex(answer)))

const pair = (answer: unknown): [bigint, bigint] => {
  const both = hex(answer)
  const middle = 2 + 64
  return [word(both.slice(0, middle)), word(`0x${both.slice(middle)}`)]
}

const flag = (answer: unknown): boolean => {
  const value = word(answer)
  if (value > 1n) throw malformed('yes or no', answer)
  return value === 1n
}
