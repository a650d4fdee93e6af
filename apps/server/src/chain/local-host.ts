import { openEvm, type Evm } from '@trefoil/contracts/evm'
import { StartError } from '../start-error.ts'
import { ChainTrouble, type Hash, type Hex } from './chain.ts'
import { LOCAL_CHAIN_ID, localKeys } from './local-keys.ts'
import type { Entry, Journal } from './local-journal.ts'

export type LocalHost = {
  request: (method: string, params: readonly unknown[]) => Promise<unknown>
  /** Present if one was requested. */
  past: ChainPast | undefined
  stop: () => Promise<void>
}

/** A new chain whose blocks get given times, until it reaches the present. */
export type ChainPast = {
  /** The next block has this time in seconds; later ones follow a second apart. */
  goTo(time: number): Promise<void>
  /** Mines empty blocks until everything before them is final. */
  makeFinal(): Promise<void>
  /** Syncs to disk. From here on, blocks have the current time. */
  arrive(): Promise<void>
}

export const LOCAL_FINALITY_DEPTH = 3
const BLOCK_MS = 1000

/** What wallets and the server need. Nothing that could turn back time or make money. */
const METHODS = new Set(
  `eth_blockNumber eth_call eth_chainId eth_estimateGas eth_feeHistory eth_gasPrice eth_getBalance eth_getBlockByHash
   eth_getBlockByNumber eth_getCode eth_getLogs eth_getStorageAt eth_getTransactionByHash eth_getTransactionCount
   eth_getTransactionReceipt eth_maxPriorityFeePerGas eth_sendRawTransaction net_version web3_clientVersion`.split(
    /\s+/,
  ),
)

/**
 * The EVM behind the demo's chain. It lives in memory and is rebuilt from its journal at every start. Each transaction
 * is journaled before it is executed, and each block's time and hash afterwards.
 */
export async function hostLocalChain(
  journal: Journal,
  { file, beginsInPast = false }: { file: string; beginsInPast?: boolean },
): Promise<LocalHost> {
  const { genesis } = journal
  const keys = localKeys(genesis.seed)
  const evm = await openEvm({
    chainId: LOCAL_CHAIN_ID,
    genesisTime: genesis.time,
    coinbase: keys.coinbase,
    funds: { [keys.deployer]: 10n ** 21n, [keys.faucet]: 10n ** 24n, [keys.signer]: 10n ** 21n },
    minesAtOnce: false,
  })
  const replayed = await replay(evm, journal, file)
  let { height, lastTime } = replayed
  /** Empty blocks are mined up to this height, so that what happened becomes final. */
  let busyUntil = replayed.busyAt + LOCAL_FINALITY_DEPTH
  let isStopped = false
  let pastTime = beginsInPast ? lastTime : undefined

  // A past can be made again if it is lost, so it is not synced block by block.
  const append = (entry: Entry) => journal.append(entry, { isAwaited: pastTime === undefined })
  const nextTime = () => Math.max(pastTime ?? Math.floor(Date.now() / 1000), lastTime + 1)
  const mine = async () => {
    const time = nextTime()
    const block = await mineAt(evm, time)
    append({ block, time })
    height += 1
    lastTime = time
  }
  const send = async (raw: unknown) => {
    append({ transaction: raw as Hex })
    const hash = await evm.request('eth_sendRawTransaction', [raw])
    await mine()
    busyUntil = height + LOCAL_FINALITY_DEPTH
    return hash
  }

  const refuseWhenStopped = () => {
    if (isStopped) throw new ChainTrouble('unreachable', 'the local chain has stopped')
  }

  // One change at a time, in the journal's order.
  let queue: Promise<unknown> = Promise.resolve()
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const result = queue.then(() => {
      refuseWhenStopped()
      return work()
    })
    queue = result.catch(() => undefined)
    return result
  }

  if (replayed.isUnfinished) {
    await inTurn(mine)
    busyUntil = height + LOCAL_FINALITY_DEPTH
  }
  const timer = setInterval(() => {
    if (height < busyUntil && pastTime === undefined) void inTurn(mine).catch(() => undefined)
  }, BLOCK_MS)
  timer.unref()

  const past: ChainPast = {
    goTo: async (time) => {
      pastTime = time
    },
    makeFinal: () =>
      inTurn(async () => {
        for (let count = 0; count < LOCAL_FINALITY_DEPTH; count += 1) await mine()
      }),
    arrive: () =>
      inTurn(async () => {
        journal.sync()
        pastTime = undefined
      }),
  }

  return {
    past: beginsInPast ? past : undefined,
    async request(method, params) {
      refuseWhenStopped()
      if (!METHODS.has(method)) throw Object.assign(new Error(`${method} is not served here`), { code: -32601 })
      // Simulated at the time that it would be mined at: the vault counts days, and the newest block may be of yesterday.
      if (method === 'eth_estimateGas')
        return inTurn(async () => {
          await evm.request('evm_setNextBlockTimestamp', [nextTime()])
          return evm.request(method, params)
        })
      if (method !== 'eth_sendRawTransaction') return evm.request(method, params)
      if (typeof params[0] !== 'string' || !/^0x(?:[0-9a-f]{2})+$/i.test(params[0]))
        throw Object.assign(new Error('not a transaction'), { code: -32602 })
      return inTurn(() => send(params[0]))
    },
    async stop() {
      isStopped = true
      clearInterval(timer)
      await queue
      journal.close()
    },
  }
}

/**
 * The same transactions at the same times make the same blocks. If they do not, the file is damaged: the newest hash shows
 * it, because each block contains the hash of the one before.
 */
async function replay(evm: Evm, { entries, genesis }: Journal, file: string) {
  const blocks: Hash[] = []
  let [busyAt, lastTime, isUnfinished] = [0, genesis.time, false]
  for (const entry of entries) {
    if ('transaction' in entry) {
      // A transaction that failed the first time fails again.
      await evm.request('eth_sendRawTransaction', [entry.transaction]).catch(() => undefined)
      isUnfinished = true
      continue
    }
    blocks.push(entry.block)
    // A time that no block can have makes another block, too.
    await evm.request('evm_mine', [entry.time]).catch(() => undefined)
    lastTime = entry.time
    if (isUnfinished) busyAt = blocks.length
    isUnfinished = false
  }
  const height = blocks.length
  if (height > 0 && (await hashAt(evm, height)) !== blocks.at(-1)) {
    let first = 1
    while (first < height && (await hashAt(evm, first)) === blocks[first - 1]) first += 1
    throw new StartError(
      `The local chain's history in ${file} is damaged at block ${first}: delete the data folder to start over.`,
    )
  }
  return { height, busyAt, lastTime, isUnfinished }
}

async function mineAt(evm: Evm, time: number): Promise<Hash> {
  await evm.request('evm_mine', [time])
  return ((await evm.request('eth_getBlockByNumber', ['latest', false])) as { hash: Hash }).hash
}

/** Undefined: it has no such block. */
async function hashAt(evm: Evm, number: number): Promise<Hash | undefined> {
  const block = await evm.request('eth_getBlockByNumber', [`0x${number.toString(16)}`, false])
  return (block as { hash: Hash } | null)?.hash
}
