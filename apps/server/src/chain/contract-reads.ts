import { testToken } from '@trefoil/contracts/artifacts/test-token'
import { vault as vaultContract } from '@trefoil/contracts/artifacts/vault'
import { encodeFunctionData } from 'viem/utils'
import type { Panel } from './agree.ts'
import type { Address, Chain, Hex } from './chain.ts'
import { count, hash, hex, malformed, paddedAddress, quantity, toHex } from './values.ts'

type Contracts = { token: Address; vault: Address; signer: Address }
type Reads = Pick<Chain, 'balanceOf' | 'balancesOf' | 'nonceAt' | 'signerFunds' | 'isPaid' | 'vaultState'>

/** Concurrent requests per provider. */
const PARALLEL_MAX = 16

/** What contracts and accounts hold. All providers are asked about the same block, because their heads differ. */
export function contractReads(
  panel: Panel,
  { token, vault, signer, head }: Contracts & { head: Chain['head'] },
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
    call(token, encodeFunctionData({ abi: testToken.abi, functionName: 'balanceOf', args: [address] }), word, at)
  const onVault = (functionName: 'paused' | 'signer') => encodeFunctionData({ abi: vaultContract.abi, functionName })

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
    signerFunds: () => ask('eth_getBalance', (at) => [signer, at], quantity),
    isPaid: (id, at) =>
      call(vault, encodeFunctionData({ abi: vaultContract.abi, functionName: 'isPaid', args: [id] }), flag, at),
    async vaultState(at) {
      const number = await atOrHead(at)
      const [balance, isPaused, allowed] = await Promise.all([
        balanceOf(vault, number),
        call(vault, onVault('paused'), flag, number),
        call(vault, onVault('signer'), paddedAddress, number),
      ])
      return { balance, isPaused, signer: allowed }
    },
  }
}

/** One word of 32 bytes. An account without code returns no data at all, which is not zero. */
export const word = (answer: unknown): bigint => BigInt(hash(hex(answer)))

const flag = (answer: unknown): boolean => {
  const value = word(answer)
  if (value > 1n) throw malformed('yes or no', answer)
  return value === 1n
}
