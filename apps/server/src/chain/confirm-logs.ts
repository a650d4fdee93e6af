import { isDeepStrictEqual } from 'node:util'
import { bloomPermits } from './bloom.ts'
import { ChainTrouble, type Hash, type Hex } from './chain.ts'
import { RpcRefusal, type Provider } from './rpc.ts'
import { hash, hex, list, malformed, quantity, record, toHex, type Raw } from './values.ts'

const TRANSACTIONS_MAX = 100_000
const LOGS_MAX = 200_000
const PARALLEL_MAX = 16

/** `emitted`: address and event that every one of these logs has. `read`: those among all logs of a block. */
export type Wanted<Log> = { emitted: readonly Hex[]; read: (logs: unknown[]) => Log[] }

/**
 * Nodes that have lost their index of logs, or lie, answer an empty list. The header says whether that can be: its filter
 * excludes the event, or permits it. Where it permits and there is nothing, and wherever `exactly` is asked for, the
 * receipts decide.
 */
export async function confirmLogs<Log>(
  provider: Provider,
  { header, logs, exactly = false }: { header: Raw; logs: readonly Log[]; exactly?: boolean },
  { emitted, read }: Wanted<Log>,
): Promise<void> {
  const permits = bloomPermits(hex(header['logsBloom']), emitted)
  if (logs.length > 0 && !permits) throw malformed('logs that the header permits', header['hash'])
  if (!exactly && (logs.length > 0 || !permits)) return
  if (!isDeepStrictEqual(read(await logsInReceipts(provider, header)), logs))
    throw new ChainTrouble(
      'disagreement',
      `${provider.name} answers other logs of block ${quantity(header['number'])} than its receipts have`,
    )
}

/** Of final blocks, a range of which had no logs in these. */
export async function confirmEmpty<Log>(
  provider: Provider,
  numbers: readonly bigint[],
  wanted: Wanted<Log>,
): Promise<void> {
  for (let start = 0; start < numbers.length; start += PARALLEL_MAX)
    await Promise.all(
      numbers.slice(start, start + PARALLEL_MAX).map(async (number) => {
        const answer = await provider.request('eth_getBlockByNumber', [toHex(number), false])
        if (answer === null) throw new ChainTrouble('behind', `${provider.name} has not reached block ${number}`)
        await confirmLogs(provider, { header: record(answer), logs: [] }, wanted)
      }),
    )
}

async function logsInReceipts(provider: Provider, header: Raw): Promise<unknown[]> {
  const block = hash(header['hash'])
  const transactions = list(header['transactions'], TRANSACTIONS_MAX).map(hash)
  const receipts = (await receiptsOfBlock(provider, block)) ?? (await receiptsSingly(provider, transactions))
  if (receipts.length !== transactions.length) throw malformed(`${transactions.length} receipts`, receipts.length)
  return receipts.flatMap((receipt, at) => {
    if (hash(receipt['blockHash']) !== block || hash(receipt['transactionHash']) !== transactions[at])
      throw malformed(`a receipt of block ${block}`, receipt['transactionHash'])
    return list(receipt['logs'], LOGS_MAX)
  })
}

/** `undefined`: not every provider knows this question. */
async function receiptsOfBlock(provider: Provider, block: Hash): Promise<Raw[] | undefined> {
  try {
    const answer = await provider.request('eth_getBlockReceipts', [block])
    return answer === null ? undefined : list(answer, TRANSACTIONS_MAX).map(record)
  } catch (error) {
    if (error instanceof RpcRefusal) return undefined
    throw error
  }
}

async function receiptsSingly(provider: Provider, transactions: readonly Hash[]): Promise<Raw[]> {
  const receipts: Raw[] = []
  for (let start = 0; start < transactions.length; start += PARALLEL_MAX)
    receipts.push(
      ...(await Promise.all(
        transactions.slice(start, start + PARALLEL_MAX).map(async (transaction) => {
          const answer = await provider.request('eth_getTransactionReceipt', [transaction])
          if (answer === null) throw new ChainTrouble('behind', `${provider.name} has no receipt of ${transaction} yet`)
          return record(answer)
        }),
      )),
    )
  return receipts
}
