import { ChainTrouble } from '../../apps/server/src/chain/chain.ts'
import { insideProvider, type Provider } from '../../apps/server/src/chain/rpc.ts'

type Params = readonly unknown[]

/** Decides whether a call reaches the chain, and what the caller gets. */
export type Fault = (call: { method: string; params: Params; forward: () => Promise<unknown> }) => Promise<unknown>

/** `provider`: which one has the fault; all of them without it. `calls`: how many it lasts. */
type Rule = { fault: Fault; provider: number | undefined; calls: number }

export type Providers = {
  list: Provider[]
  /** One that neither lies nor falls silent. */
  honest: Provider['request']
  fail(fault: Fault, options?: { provider?: number | undefined; calls?: number }): void
  /** A fault for good, of all providers: to see whether the simulation finds it. */
  plant(fault: Fault): void
  heal(): void
}

/** Three providers of one chain inside this process, each of which may lie or fall silent. */
export function openProviders(request: Provider['request'], count = 3): Providers {
  let rules: Rule[] = []
  const planted: Fault[] = []
  const honest = (method: string, params: Params): Promise<unknown> => {
    const below = () => (method === 'eth_getBlockReceipts' ? receiptsOf(request, params) : request(method, params))
    return planted.reduce<() => Promise<unknown>>((forward, fault) => () => fault({ method, params, forward }), below)()
  }
  const ask = (provider: number) => async (method: string, params: Params) => {
    const forward = () => honest(method, params)
    const rule = rules.find((one) => one.calls > 0 && (one.provider === undefined || one.provider === provider))
    if (!rule) return forward()
    rule.calls -= 1
    return rule.fault({ method, params, forward })
  }
  return {
    list: Array.from({ length: count }, (_, index) => insideProvider(`provider ${index + 1}`, ask(index))),
    honest,
    fail: (fault, { provider, calls = Infinity } = {}) => void rules.push({ fault, provider, calls }),
    plant: (fault) => void planted.push(fault),
    heal: () => void (rules = []),
  }
}

/** The chain inside this process does not know this question, and most nodes do. */
async function receiptsOf(request: Provider['request'], [block]: Params): Promise<unknown> {
  const found = (await request('eth_getBlockByHash', [block, false])) as { transactions: string[] } | null
  if (!found) return null
  return Promise.all(found.transactions.map((hash) => request('eth_getTransactionReceipt', [hash])))
}

const silence = () => new ChainTrouble('unreachable', 'does not answer')

/** The call never reaches the chain. */
export const silent: Fault = async () => {
  throw silence()
}

/** The call takes effect, but nobody hears the answer. */
export const doneButUnanswered: Fault = async ({ forward }) => {
  await forward().catch(() => undefined)
  throw silence()
}

/** Only calls of some methods have it. */
export const only =
  (methods: readonly string[], fault: Fault): Fault =>
  (call) =>
    methods.includes(call.method) ? fault(call) : call.forward()

export const answering =
  (answer: unknown): Fault =>
  async () =>
    answer

/** A node that stopped following the chain, and answers as if that were its head. */
export const stoppedAt =
  (height: number): Fault =>
  async ({ method, params, forward }) => {
    if (method === 'eth_blockNumber') return `0x${height.toString(16)}`
    const [asked] = params
    if (method === 'eth_getBlockByNumber' && typeof asked === 'string' && Number(asked) > height) return null
    if (method !== 'eth_getLogs') return forward()
    return ((await forward()) as { blockNumber: string }[]).filter(({ blockNumber }) => Number(blockNumber) <= height)
  }
