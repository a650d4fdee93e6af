import {
  type Address,
  type BlockRange,
  type Chain,
  ChainTrouble,
  type Hash,
  type Hex,
  type LoggedTransfer,
  type OtherLogged,
  type TransferLog,
} from './chain.ts'
import type { Panel } from './agree.ts'
import { confirmEmpty, confirmLogs, type Wanted } from './confirm-logs.ts'
import { isPaidLog, PAID, payoutIds, type IndexedLog } from './paid-logs.ts'
import type { Provider } from './rpc.ts'
import {
  address,
  blockRef,
  checksummed,
  count,
  hash,
  hex,
  list,
  loggedAddress,
  malformed,
  paddedLogged,
  quantity,
  record,
  toHex,
  type Raw,
} from './values.ts'

/** keccak256("Transfer(address,address,uint256)") */
export const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const LOGS_MAX = 200_000

/** Whose logs are read. */
type Emitters = { token: Address; vaults: readonly Address[] }
type OneBlock = { blockHash: Hash; exactly?: boolean }

/** Transfers in the chain's order. */
export function transferReads(
  panel: Panel,
  { token, vaults, rangeMax }: Emitters & { rangeMax: number },
): Pick<Chain, 'transfers' | 'others' | 'blocksTouching' | 'rangeMax'> {
  return {
    rangeMax,
    async transfers(where) {
      const from = { token, vaults }
      const read = 'blockHash' in where ? ofBlock(where, from) : ofRange(bounded(where, rangeMax), from)
      const logs = await panel.agree(read)
      if (!logs) throw new ChainTrouble('missing', 'the block is no longer part of the chain')
      return logs
    },
    async blocksTouching(held, where) {
      const range = bounded(where, rangeMax)
      const found = await panel.agree(ofRange(range, { token, vaults }, [TRANSFER, padded(held)]))
      const received = await panel.agree(ofRange(range, { token, vaults }, [TRANSFER, null, padded(held)]))
      if (!found || !received) throw new ChainTrouble('missing', 'what was asked about is no longer part of the chain')
      return [...new Set([...found, ...received].map(({ block }) => block.number))].toSorted((a, b) => Number(a - b))
    },
    others: (blockHash) =>
      panel.first(async (provider) => {
        const [logs, raw] = await Promise.all([
          provider.request('eth_getLogs', [{ blockHash, topics: [TRANSFER] }]),
          provider.request('eth_getBlockByHash', [blockHash, true]),
        ])
        if (raw === null) throw new ChainTrouble('missing', `block ${blockHash} is gone`)
        const tokens = readLogs(list(logs, LOGS_MAX).filter(isPlainTransfer)).map(withoutIndex)
        return [...tokens.filter((log) => log.token !== token), ...coinsIn(record(raw))]
      }),
  }
}

/** A block asked for by hash must still be part of the chain after its logs were read. */
const ofBlock =
  ({ blockHash, exactly = false }: OneBlock, emitters: Emitters) =>
  async (provider: Provider) => {
    const [raw, answer] = await Promise.all([
      provider.request('eth_getBlockByHash', [blockHash, false]),
      provider.request('eth_getLogs', [{ ...logsOf(emitters), blockHash }]),
    ])
    if (raw === null) return undefined
    const { number } = blockRef(raw)
    const standing = await provider.request('eth_getBlockByNumber', [toHex(number), false])
    if (standing === null || blockRef(standing).hash !== blockHash) return undefined
    const logs = readLogged(answer, emitters)
    const alien = logs.find(({ block }) => block.hash !== blockHash || block.number !== number)
    if (alien) throw malformed(`a log of block ${blockHash}`, alien.block.hash)
    await confirmLogs(provider, { header: record(raw), logs, exactly }, transfersOf(emitters))
    return logs
  }

/** A vault announces nothing without a transfer. */
const transfersOf = (emitters: Emitters): Wanted<LoggedTransfer> => ({
  emitted: [emitters.token, TRANSFER],
  read: (logs) =>
    readLogged(
      logs.filter((log) => isTransferOf(emitters.token, record(log)) || isPaidLog(log, emitters.vaults)),
      emitters,
    ),
})

const isTransferOf = (token: Address, log: Raw): boolean =>
  address(log['address']) === token && list(log['topics'], 4)[0] === TRANSFER

/**
 * Nodes return no logs for blocks they do not have yet, instead of an error. So the head is checked before and after.
 */
const ofRange =
  ({ from, to }: BlockRange, emitters: Emitters, topics?: unknown[]) =>
  async (provider: Provider) => {
    const endOf = async () => {
      const answer = await provider.request('eth_getBlockByNumber', [toHex(to), false])
      if (answer === null) throw new ChainTrouble('behind', `${provider.name} has not reached block ${to}`)
      return blockRef(answer).hash
    }
    const before = await endOf()
    const wanted = topics ? { address: emitters.token, topics } : logsOf(emitters)
    const filter = { ...wanted, fromBlock: toHex(from), toBlock: toHex(to) }
    const logs = readLogged(await provider.request('eth_getLogs', [filter]), emitters)
    if ((await endOf()) !== before) return undefined
    const alien = logs.find(({ block }) => block.number < from || block.number > to)
    if (alien) throw malformed(`a log of blocks ${from} to ${to}`, Number(alien.block.number))
    if (!topics) await confirmEmpty(provider, withoutLogs({ from, to }, logs), transfersOf(emitters))
    return logs
  }

function withoutLogs({ from, to }: BlockRange, logs: readonly LoggedTransfer[]): bigint[] {
  const filled = new Set(logs.map(({ block }) => block.number))
  return Array.from({ length: Number(to - from) + 1 }, (_, at) => from + BigInt(at)).filter((at) => !filled.has(at))
}

/** One question for both: what the token moved, and what the vaults say they paid. */
const logsOf = ({ token, vaults }: Emitters) => ({ address: [token, ...vaults], topics: [[TRANSFER, PAID]] })

const padded = (held: Address): Hex => `0x${held.slice(2).toLowerCase().padStart(64, '0')}`

function bounded(range: BlockRange, rangeMax: number): BlockRange {
  const size = range.to - range.from + 1n
  if (range.from < 0n || size < 1n || size > BigInt(rangeMax))
    throw new RangeError(`blocks ${range.from} to ${range.to}, but only 1 to ${rangeMax} blocks are allowed`)
  return range
}

/** Transfers of the token, with checksummed addresses. */
export const readTransfers = (answer: unknown, token: Address): TransferLog[] =>
  readTokenLogs(list(answer, LOGS_MAX), token).map((log) => ({
    ...withoutIndex(log),
    from: checksummed(log.from),
    to: checksummed(log.to),
  }))

function readLogged(answer: unknown, { token, vaults }: Emitters): LoggedTransfer[] {
  const all = list(answer, LOGS_MAX)
  const logs = readTokenLogs(
    all.filter((log) => !isPaidLog(log, vaults)),
    token,
  )
  const ids = payoutIds(
    logs,
    all.filter((log) => isPaidLog(log, vaults)),
  )
  return logs.map((log) => ({ ...withoutIndex(log), payout: ids.get(log) ?? null }))
}

function readTokenLogs(raws: unknown[], token: Address): IndexedLog[] {
  const logs = readLogs(raws)
  const alien = logs.find((log) => log.token !== token)
  if (alien) throw malformed(`a transfer of ${token}`, alien.token)
  return logs
}

function withoutIndex(log: IndexedLog) {
  const { index: _, ...rest } = log
  return rest
}

function readLogs(raws: unknown[]): IndexedLog[] {
  const logs = raws
    .map((value) => {
      const raw = record(value)
      const topics = list(raw['topics'], 4)
      if (raw['removed'] === true) throw malformed('a log that stands', 'a removed one')
      if (topics.length !== 3 || topics[0] !== TRANSFER) throw malformed('a transfer', topics)
      const data = hex(raw['data'])
      if (data.length !== 66) throw malformed('an amount', data)
      return {
        index: count(raw['logIndex']),
        block: { number: quantity(raw['blockNumber']), hash: hash(raw['blockHash']) },
        transaction: hash(raw['transactionHash']),
        token: address(raw['address']),
        from: paddedLogged(topics[1]),
        to: paddedLogged(topics[2]),
        value: BigInt(data),
      }
    })
    .toSorted((a, b) => Number(a.block.number - b.block.number) || a.index - b.index)
  const ordinals = new Map<string, number>()
  let last: (typeof logs)[number] | undefined
  return logs.map((log) => {
    if (last?.block.number === log.block.number && (last.index === log.index || last.block.hash !== log.block.hash))
      throw malformed('logs of one chain', log.block.hash)
    last = log
    const counter = `${log.transaction} ${log.token}`
    const ordinal = ordinals.get(counter) ?? 0
    ordinals.set(counter, ordinal + 1)
    return { ...log, ordinal }
  })
}

/** NFTs emit an event of the same signature with one more topic. */
function isPlainTransfer(value: unknown): boolean {
  const { topics, data } = record(value)
  return (
    Array.isArray(topics) &&
    topics.length === 3 &&
    topics.slice(1).every((topic) => typeof topic === 'string' && /^0x0{24}[0-9a-f]{40}$/i.test(topic)) &&
    typeof data === 'string' &&
    data.length === 66
  )
}

/** Coins that contracts pass on within a transaction are not included: nodes do not report them. */
function coinsIn(block: Record<string, unknown>): OtherLogged[] {
  const place = { number: quantity(block['number']), hash: hash(block['hash']) }
  return list(block['transactions'], LOGS_MAX).flatMap((value) => {
    const raw = record(value)
    const amount = quantity(raw['value'])
    if (amount === 0n || typeof raw['to'] !== 'string') return []
    return [
      {
        block: place,
        transaction: hash(raw['hash']),
        ordinal: -1,
        token: null,
        from: loggedAddress(raw['from']),
        to: loggedAddress(raw['to']),
        value: amount,
      },
    ]
  })
}
