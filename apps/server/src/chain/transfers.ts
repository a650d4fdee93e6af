import {
  type Address,
  type BlockRange,
  type Chain,
  ChainTrouble,
  type Hash,
  type LoggedTransfer,
  type OtherLogged,
  type TransferLog,
} from './chain.ts'
import type { Panel } from './agree.ts'
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
} from './values.ts'

/** keccak256("Transfer(address,address,uint256)") */
export const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const LOGS_MAX = 200_000

/** Transfers in the chain's order. */
export function transferReads(
  panel: Panel,
  { token, rangeMax }: { token: Address; rangeMax: number },
): Pick<Chain, 'transfers' | 'others' | 'rangeMax'> {
  return {
    rangeMax,
    async transfers(where) {
      const read = 'blockHash' in where ? ofBlock(where.blockHash, token) : ofRange(bounded(where, rangeMax), token)
      const logs = await panel.agree(read)
      if (!logs) throw new ChainTrouble('missing', 'the block is no longer part of the chain')
      return logs
    },
    others: (blockHash) =>
      panel.first(async (provider) => {
        const [logs, raw] = await Promise.all([
          provider.request('eth_getLogs', [{ blockHash, topics: [TRANSFER] }]),
          provider.request('eth_getBlockByHash', [blockHash, true]),
        ])
        if (raw === null) throw new ChainTrouble('missing', `block ${blockHash} is gone`)
        const tokens = readLogs(list(logs, LOGS_MAX).filter(isPlainTransfer))
        return [...tokens.filter((log) => log.token !== token), ...coinsIn(record(raw))]
      }),
  }
}

/** A block asked for by hash must still be part of the chain after its logs were read. */
const ofBlock = (blockHash: Hash, token: Address) => async (provider: Provider) => {
  const [raw, answer] = await Promise.all([
    provider.request('eth_getBlockByHash', [blockHash, false]),
    provider.request('eth_getLogs', [{ address: token, topics: [TRANSFER], blockHash }]),
  ])
  if (raw === null) return undefined
  const { number } = blockRef(raw)
  const standing = await provider.request('eth_getBlockByNumber', [toHex(number), false])
  if (standing === null || blockRef(standing).hash !== blockHash) return undefined
  const logs = readLogged(answer, token)
  const alien = logs.find(({ block }) => block.hash !== blockHash || block.number !== number)
  if (alien) throw malformed(`a log of block ${blockHash}`, alien.block.hash)
  return logs
}

/**
 * Nodes return no logs for blocks they do not have yet, instead of an error. So the head is checked before and after.
 */
const ofRange =
  ({ from, to }: BlockRange, token: Address) =>
  async (provider: Provider) => {
    const endOf = async () => {
      const answer = await provider.request('eth_getBlockByNumber', [toHex(to), false])
      if (answer === null) throw new ChainTrouble('behind', `${provider.name} has not reached block ${to}`)
      return blockRef(answer).hash
    }
    const before = await endOf()
    const filter = { address: token, topics: [TRANSFER], fromBlock: toHex(from), toBlock: toHex(to) }
    const logs = readLogged(await provider.request('eth_getLogs', [filter]), token)
    if ((await endOf()) !== before) return undefined
    const alien = logs.find(({ block }) => block.number < from || block.number > to)
    if (alien) throw malformed(`a log of blocks ${from} to ${to}`, Number(alien.block.number))
    return logs
  }

function bounded(range: BlockRange, rangeMax: number): BlockRange {
  const size = range.to - range.from + 1n
  if (range.from < 0n || size < 1n || size > BigInt(rangeMax))
    throw new RangeError(`blocks ${range.from} to ${range.to}, but only 1 to ${rangeMax} blocks are allowed`)
  return range
}

/** Transfers of the token, with checksummed addresses. */
export const readTransfers = (answer: unknown, token: Address): TransferLog[] =>
  readLogged(answer, token).map((log) => ({ ...log, from: checksummed(log.from), to: checksummed(log.to) }))

function readLogged(answer: unknown, token: Address): LoggedTransfer[] {
  const logs = readLogs(list(answer, LOGS_MAX))
  const alien = logs.find((log) => log.token !== token)
  if (alien) throw malformed(`a transfer of ${token}`, alien.token)
  return logs
}

function readLogs(raws: unknown[]): LoggedTransfer[] {
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
    const { index: _, ...transfer } = log
    const counter = `${log.transaction} ${log.token}`
    const ordinal = ordinals.get(counter) ?? 0
    ordinals.set(counter, ordinal + 1)
    return { ...transfer, ordinal }
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
