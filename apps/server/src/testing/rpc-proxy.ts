import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { httpProvider } from '../chain/rpc.ts'
import { HangUp, serveRpc } from '../chain/rpc-server.ts'

type Params = readonly unknown[]
type Forward = () => Promise<unknown>

/** Decides whether a call reaches the chain, and what the caller gets. */
export type Fault = (call: { method: string; params: Params; forward: Forward }) => Promise<unknown>

export type RpcProxy = {
  url: string
  /** Every call, in order. */
  calls: { method: string; params: Params }[]
  /** From now on, calls of that method ('*': all) have this fault; `times`: only the next ones. The newest wins. */
  fail(method: string, fault: Fault, options?: { times?: number }): void
  /** Everything is forwarded again. */
  heal(): void
}

/** Sits between the server and a chain, and does to calls what bad providers do. Stopped after the test. */
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

/** Cuts the connection; the call never reaches the chain. */
export const dropped: Fault = async () => {
  throw new HangUp()
}

/** The call takes effect, but the caller gets no answer. */
export const doneButUnanswered: Fault = async ({ forward }) => {
  await forward().catch(() => undefined)
  throw new HangUp()
}

/** Accepts the call and says nothing for as long as the caller waits. */
export const silent: Fault = async () => {
  await sleep(60_000, undefined, { ref: false })
  throw new HangUp()
}

/** Refuses; the call never reaches the chain. */
export const refused =
  (message: string, code = -32000): Fault =>
  async () => {
    throw Object.assign(new Error(message), { code })
  }

/** The call takes effect, but the caller gets a refusal. */
export const doneButRefused =
  (message: string, code = -32000): Fault =>
  async ({ forward }) => {
    await forward().catch(() => undefined)
    throw Object.assign(new Error(message), { code })
  }

/** Changes the chain's answer. */
export const changed =
  (change: (answer: never, params: Params) => unknown): Fault =>
  async ({ forward, params }) =>
    change((await forward()) as never, params)

/** Refuses `eth_getLogs` over more than this many blocks, as public providers do. */
export const rangeLimited =
  (blocks: bigint): Fault =>
  async ({ params, forward }) => {
    const { fromBlock, toBlock } = (params[0] ?? {}) as { fromBlock?: string; toBlock?: string }
    if (fromBlock && toBlock && BigInt(toBlock) - BigInt(fromBlock) >= blocks)
      throw Object.assign(new Error(`exceed maximum block range: ${blocks}`), { code: -32005 })
    return forward()
  }

/** A node that stopped following the chain at a height, and answers as if that were the head. */
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
