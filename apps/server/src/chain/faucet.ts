import { testToken } from '@trefoil/contracts/artifacts/test-token'
import { encodeFunctionData } from 'viem/utils'
import type { Address, Hash, Hex } from './chain.ts'
import { makeSender } from './deploy.ts'
import { RpcRefusal, type Provider } from './rpc.ts'

/** Gives test money away, from a wallet of the local chain. */
export type Faucet = { pay(to: Address, amount: bigint): Promise<Hash> }

const ATTEMPTS_MAX = 5

export function openFaucet(provider: Provider, { key, token }: { key: Hex; token: Address }): Faucet {
  const sender = makeSender(provider, key)
  const pay = async (to: Address, amount: bigint, attempt = 1): Promise<Hash> => {
    const data = encodeFunctionData({ abi: testToken.abi, functionName: 'transfer', args: [to, amount] })
    try {
      return (await sender.send({ to: token, data })).transaction
    } catch (error) {
      // Another process used the same nonce at the same moment; what was refused was not done.
      if (!(error instanceof RpcRefusal) || attempt >= ATTEMPTS_MAX) throw error
      return pay(to, amount, attempt + 1)
    }
  }
  let queue: Promise<unknown> = Promise.resolve()
  return {
    pay(to, amount) {
      const paid = queue.then(() => pay(to, amount))
      queue = paid.catch(() => undefined)
      return paid
    },
  }
}
