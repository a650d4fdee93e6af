import { testToken } from '@trefoil/contracts/artifacts/test-token'
import { callData } from './call-data.ts'
import type { Address, Hash, Hex } from './chain.ts'
import { makeSender } from './deploy.ts'
import { RpcRefusal, type Provider } from './rpc.ts'

export type Payment = { to: Address; amount: bigint }

/** Gives test money away from a wallet of the local chain. */
export type Faucet = {
  pay(to: Address, amount: bigint): Promise<Hash>
  /** All in one transaction. */
  payMany(payments: readonly Payment[]): Promise<Hash>
}

const ATTEMPTS_MAX = 5
/** More than any payment uses: estimating would take longer than sending. */
const GAS_PER_PAYMENT = 70_000n

export function openFaucet(provider: Provider, { key, token }: { key: Hex; token: Address }): Faucet {
  const sender = makeSender(provider, key)
  const send = async (data: Hex, count: number, attempt = 1): Promise<Hash> => {
    try {
      return (await sender.send({ to: token, data, gas: GAS_PER_PAYMENT * BigInt(count) })).transaction
    } catch (error) {
      // Another process used the nonce at the same moment. A refused transaction had no effect.
      if (!(error instanceof RpcRefusal) || attempt >= ATTEMPTS_MAX) throw error
      return send(data, count, attempt + 1)
    }
  }
  let queue: Promise<unknown> = Promise.resolve()
  const inTurn = (data: Hex, count: number) => {
    const paid = queue.then(() => send(data, count))
    queue = paid.catch(() => undefined)
    return paid
  }
  return {
    pay: (to, amount) => inTurn(callData(testToken.abi, 'transfer', [to, amount]), 1),
    payMany(payments) {
      const args = [payments.map(({ to }) => to), payments.map(({ amount }) => amount)] as const
      return inTurn(callData(testToken.abi, 'transferMany', args), payments.length)
    },
  }
}
