import { openEvm, type Evm } from '@trefoil/contracts/evm'
import { StartError } from '../start-error.ts'
import { ChainTrouble, type Hash, type Hex } from './chain.ts'
import { LOCAL_CHAIN_ID, localKeys } from './local-keys.ts'
import type { Entry, Journal } from './local-journal.ts'

export type LocalHost = {
  request: (method: string, params: readonly unknown[]) => Promise<unknown>
  /** Where one was asked for. */
  past: ChainPast | undefined
  stop: () => Promise<void>
}

/** A new chain whose blocks have the times they are given, until it comes to the present. */
export type ChainPast = {
  /** Blocks from here on are of this time, in seconds, and of the seconds after it. */
  goTo(time: number): void
  /** Empty blocks, so that everything before them is final. */
  makeFinal(): Promise<void>
  /** Everything is on the disk; from here on blocks are of the time they are made at. */
  arrive(): Promise<void>
}

export const LOCAL_FINALITY_DEPTH = 3
const BLOCK_MS = 1000

/** What wallets and the server need; nothing that could turn back time or make money. */
const METHODS = new Set(
  `eth_blockNumber eth_call eth_chainId eth_estimateGas eth_feeHistory eth_gasPrice eth_getBalance eth_getBlockByHash
   eth_getBlockByNumber eth_getCode eth_getLogs eth_getStorageAt eth_getTransactionByHash eth_getTransactionCount
   eth_getTransactionReceipt eth_maxPriorityFeePerGas eth_sendRawTransaction net_version web3_clientVersion`.split(
    /\s+/,
  ),
)

/**
 * The machine behind the demo's chain. It lives in memory and is made again from its journal at every start: each
 * transaction is written down before the machine hears of it, each block's time and hash after.
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
  /** Up to here empty blocks are made, so that what happened becomes final. */
  let busyUntil = replayed.busyAt + LOCAL_FINALITY_DEPTH
  let isStopped = false
  let pastTime = beginsInPast ? lastTime : undefined

  // A past that is lost is made anew, so that nobody waits for the disk while it is made.
  const append = (entry: Entry) => journal.append(entry, { isAwaited: pastTime === undefined })
  const mine = async () => {
    const time = Math.max(pastTime ?? Math.floor(Date.now() / 1000), lastTime + 1)
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

  // One change at a time, in the order of the journal.
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
    goTo: (time) => (pastTime = time),
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

/** The same transactions at the same times make the same blocks; where they do not, the file is not to be trusted. */
async function replay(evm: Evm, { entries, genesis }: Journal, file: string) {
  let [height, busyAt, lastTime, isUnfinished] = [0, 0, genesis.time, false]
  for (const entry of entries) {
    if ('transaction' in entry) {
      // What the machine refused the first time it refuses again; the hash of the next block tells the difference.
      await evm.request('eth_sendRawTransaction', [entry.transaction]).catch(() => undefined)
      isUnfinished = true
      continue
    }
    const hash = await mineAt(evm, entry.time).catch(() => undefined)
    if (hash !== entry.block)
      throw new StartError(
        `The local chain's history in ${file} is damaged at block ${height + 1}: deleting the data folder begins anew.`,
      )
    height += 1
    lastTime = entry.time
    if (isUnfinished) busyAt = height
    isUnfinished = false
  }
  return { height, busyAt, lastTime, isUnfinished }
}

async function mineAt(evm: Evm, time: number): Promise<Hash> {
  await evm.request('evm_setNextBlockTimestamp', [time])
  await evm.request('evm_mine')
  return ((await evm.request('eth_getBlockByNumber', ['latest', false])) as { hash: Hash }).hash
}
