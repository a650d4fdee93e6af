import { RpcError, type Evm } from '@trefoil/contracts/evm'
import { keccak256 } from 'ox/Hash'
import type { Address, Hash, Hex } from '../chain/chain.ts'
import { addressOf, signTransaction } from '../chain/private-key.ts'

export type Miner = {
  /** As over HTTP. Sending a transaction also mines a block with it, unless mining is held. */
  request: (method: string, params: readonly unknown[]) => Promise<unknown>
  /** Mines empty blocks, or those with pending transactions. `secondsLater`: each after the one before. */
  mine: (blocks?: number, options?: { secondsLater?: number }) => Promise<void>
  /** While held, transactions stay in the pool until `mine`. */
  hold: (isHeld: boolean) => void
  height: () => number
  /**
   * Replaces the last `depth` blocks by others, and one more, so that the new branch is longer. Transactions of the old
   * branch in `include` are mined again in block `after` of the new one (0 is its first); the others vanish as if never
   * sent.
   */
  reorganise: (branch: { depth: number; include?: 'all' | 'none' | Hash[]; after?: number }) => Promise<void>
  /** Mines a transaction that is known to fail. */
  sendFailing: (key: Hex, call: { to: Address; data: Hex }) => Promise<Hash>
}

/** Mines the blocks of a test chain one by one, each with a snapshot to go back to. */
export async function miner(evm: Evm): Promise<Miner> {
  /** By height: the snapshot after that block, and the block's transactions. */
  const past: { snapshot: unknown; transactions: Hex[] }[] = []
  let waiting: Hex[] = []
  let isHeld = false
  const remember = async (transactions: Hex[]) =>
    past.push({ snapshot: await evm.request('evm_snapshot'), transactions })
  await remember([])

  const mineOne = async ({ secondsLater = 1 } = {}) => {
    const last = (await evm.request('eth_getBlockByNumber', ['latest', false])) as { timestamp: Hex }
    await evm.request('evm_setNextBlockTimestamp', [Number(last.timestamp) + secondsLater])
    await evm.request('evm_mine')
    await remember(waiting)
    waiting = []
  }
  const send = async (raw: Hex) => {
    const hash = await evm.request('eth_sendRawTransaction', [raw])
    waiting.push(raw)
    return hash
  }

  // One thing at a time: a block contains what was sent before it, and is recorded before anything else happens.
  let queue: Promise<unknown> = Promise.resolve()
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const result = queue.then(work)
    queue = result.catch(() => undefined)
    return result
  }

  return {
    request: (method, params) => {
      if (method !== 'eth_sendRawTransaction') return inTurn(() => evm.request(method, params))
      return inTurn(async () => {
        const hash = await send(params[0] as Hex)
        if (!isHeld) await mineOne()
        return hash
      })
    },
    mine: (blocks = 1, options = {}) =>
      inTurn(async () => {
        for (let made = 0; made < blocks; made += 1) await mineOne(options)
      }),
    hold: (held) => void (isHeld = held),
    height: () => past.length - 1,
    reorganise: ({ depth, include = 'none', after = 0 }) =>
      inTurn(async () => {
        const target = past.length - 1 - depth
        const point = past[target]
        if (!point) throw new Error(`the chain is only ${past.length - 1} blocks long`)
        const old = past.splice(target + 1).flatMap(({ transactions }) => transactions)
        if ((await evm.request('evm_revert', [point.snapshot])) !== true) throw new Error('there is no way back')
        point.snapshot = await evm.request('evm_snapshot')
        waiting = []
        const again = old.filter((raw) => include === 'all' || (include !== 'none' && include.includes(keccak256(raw))))
        for (let made = 0; made <= depth; made += 1) {
          if (made === after) for (const raw of again) await send(raw)
          await mineOne({ secondsLater: made === 0 ? 2 : 1 })
        }
      }),
    sendFailing: (key, { to, data }) =>
      inTurn(async () => {
        const nonce = Number(await evm.request('eth_getTransactionCount', [addressOf(key), 'pending']))
        const chainId = Number(await evm.request('eth_chainId'))
        const raw = signTransaction(key, {
          chainId,
          nonce,
          to,
          data,
          value: 0n,
          gas: 200_000n,
          maxFeePerGas: 10n ** 11n,
          maxPriorityFeePerGas: 10n ** 9n,
        })
        const hash = (await send(raw).catch((error: unknown) => {
          if (error instanceof RpcError) return keccak256(raw)
          throw error
        })) as Hash
        await mineOne()
        return hash
      }),
  }
}
