import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { httpProvider } from '../chain/rpc.ts'
import { HangUp, serveRpc } from '../chain/rpc-server.ts'

type Params = readonly unknown[]
type Forward = () => Promise<unknown>

/** What happens to a call: it decides whether the chain hears of it, and what the caller hears. */
export type Fault = (call: { method: string; params: Params; forward: Forward }) => Promise<unknown>

export type RpcProxy = {
  url: string
  /** Everything that was asked, in order. */
  calls: { method: string; params: Params }[]
  /** From now on, calls of that method ('*': all) meet this fault; `times`: only the next so many. The newest wins. */
  fail(method: string, fault: Fault, options?: { times?: number }): void
  /** Everything is forwarded again. */
  heal(): void
}

/** Stands between the server and a chain, and does to calls what providers do on bad days. Gone with the test. */
export async function startRpcProxy(upstreamUrl: string): Promise<RpcProxy> {
  const upstream = httpProvider(upstreamUrl)
  const calls: RpcProxy['calls'] = []
  let rules: { method: string; fault: Fault; left: number }[] = []
  const server = await serveRpc((method, params) => {
    calls.push({ method, params })
    const forward = () => upstream.request(method, params)
    const rule = rules.findLast((one) => (one.method === method || one.method === '*') && one.left > 0)
    if (!rule) return forward()
    rule.left -= 1
    return rule.fault({ method, params, forward })
  })
  onTestFinished(() => server.close())
  return {
    url: server.url,
    calls,
    fail: (method, fault, { times = Infinity } = {}) => void rules.push({ method, fault, left: times }),
    heal: () => void (rules = []),
  }
}

/** Answers, but late. */
export const delayed =
  (milliseconds: number): Fault =>
  async ({ forward }) => {
    await sleep(milliseconds)
    return forward()
  }

/** Cuts the connection; the chain never hears of it. */
export const dropped: Fault = async () => {
  throw new HangUp()
}

/** The chain does it, and the caller never learns of it. */
export const doneButUnanswered: Fault = async ({ forward }) => {
  await forward().catch(() => undefined)
  throw new HangUp()
}

/** Takes the call and says nothing, for as long as the caller waits at most. */
export const silent: Fault = async () => {
  await sleep(60_000, undefined, { ref: false })
  throw new HangUp()
}

/** Says no; the chain never hears of it. */
export const refused =
  (message: string, code = -32000): Fault =>
  async () => {
    throw Object.assign(new Error(message), { code })
  }

/** The chain does it, and the caller is told no. */
export const doneButRefused =
  (message: string, code = -32000): Fault =>
  async ({ forward }) => {
    await forward().catch(() => undefined)
    throw Object.assign(new Error(message), { code })
  }

/** Answers something else than the chain did. */
export const changed =
  (change: (answer: never, params: Params) => unknown): Fault =>
  async ({ forward, params }) =>
    change((await forward()) as never, params)

/** As public providers do: `eth_getLogs` over more than so many blocks is refused. */
export const rangeLimited =
  (blocks: bigint): Fault =>
  async ({ params, forward }) => {
    const { fromBlock, toBlock } = (params[0] ?? {}) as { fromBlock?: string; toBlock?: string }
    if (fromBlock && toBlock && BigInt(toBlock) - BigInt(fromBlock) >= blocks)
      throw Object.assign(new Error(`exceed maximum block range: ${blocks}`), { code: -32005 })
    return forward()
  }

/** A node that stopped following the chain at a height: it answers as if that were the end. */
export const stoppedAt =
  (height: bigint): Fault =>
  async ({ method, params, forward }) => {
    if (method === 'eth_blockNumber') return `0x${height.toString(16)}`
    if (method === 'eth_getBlockByNumber') {
      const [asked] = params as [string]
      if (asked.startsWith('0x') && BigInt(asked) > height) return null
    }
    if (method === 'eth_getLogs') {
      const logs = (await forward()) as { blockNumber: string }[]
      return logs.filter(({ blockNumber }) => BigInt(blockNumber) <= height)
    }
    return forward()
  }
