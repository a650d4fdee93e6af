import type { Panel } from './agree.ts'
import { type Address, type BlockRange, type Chain, ChainTrouble, type Hash, type Receipt } from './chain.ts'
import { PAID, readPaid } from './paid-logs.ts'
import { readTransfers, TRANSFER } from './transfers.ts'
import { address, hash, list, malformed, quantity, record, toHex } from './values.ts'

const LOGS_MAX = 10_000

/** A transaction's receipt, once all providers see it in the chain. */
export const receiptReads = (
  panel: Panel,
  { token, vaults, block }: { token: Address; vaults: readonly Address[]; block: Chain['block'] },
): Pick<Chain, 'receipt' | 'payment'> => ({
  async receipt(transaction) {
    const found = await panel
      .agree<Receipt>(async (provider) => {
        const answer = await provider.request('eth_getTransactionReceipt', [transaction])
        return answer === null ? undefined : readReceipt(answer, { transaction, token, vaults })
      })
      .catch((error: unknown) => {
        // Some providers do not have it yet: not settled.
        if (error instanceof ChainTrouble && error.kind === 'behind') return undefined
        throw error
      })
    if (!found) return undefined
    // Nodes keep receipts of blocks that are no longer part of the chain.
    const standing = await block(found.block.number)
    return standing?.hash === found.block.hash ? found : undefined
  },

  async payment(id, where) {
    const found = await panel.agree(async (provider) => {
      const answer = await provider.request('eth_getLogs', [paidLogs(vaults, id, where)])
      return { transactions: list(answer, LOGS_MAX).map((log) => readPayment(log, { id, vaults })) }
    })
    const [transaction, ...more] = found?.transactions ?? []
    // A vault pays an id once, and no payment was under way when another one came into force.
    if (more.length > 0) throw malformed(`one payment of ${id}`, more[0])
    return transaction
  },
})

const paidLogs = (vaults: readonly Address[], id: Hash, { from, to }: BlockRange) => ({
  address: vaults,
  topics: [PAID, id],
  fromBlock: toHex(from),
  toBlock: toHex(to),
})

function readPayment(log: unknown, { id, vaults }: { id: Hash; vaults: readonly Address[] }): Hash {
  const raw = record(log)
  if (!vaults.includes(address(raw['address'])) || readPaid(log).id !== id) throw malformed(`a payment of ${id}`, raw)
  return hash(raw['transactionHash'])
}

type Facts = { transaction: Hash; token: Address; vaults: readonly Address[] }

function readReceipt(answer: unknown, facts: Facts): Receipt {
  const raw = record(answer)
  if (hash(raw['transactionHash']) !== facts.transaction) throw malformed(`receipt ${facts.transaction}`, raw)
  const status = quantity(raw['status'])
  if (status > 1n) throw malformed('a status', raw['status'])
  const logs = list(raw['logs'], LOGS_MAX).map((log) => ({ log, ...placeOf(log) }))
  const gasUsed = quantity(raw['gasUsed'])
  return {
    transaction: facts.transaction,
    block: { number: quantity(raw['blockNumber']), hash: hash(raw['blockHash']) },
    from: address(raw['from']),
    to: raw['to'] ? address(raw['to']) : null,
    isSuccess: status === 1n,
    transfers: readTransfers(
      logs.filter(({ at, topic }) => at === facts.token && topic === TRANSFER).map(({ log }) => log),
      facts.token,
    ),
    payouts: logs
      .filter(({ at, topic }) => facts.vaults.includes(at) && topic === PAID)
      .map(({ log }) => readPaid(log)),
    gasUsed,
    feePaid: gasUsed * quantity(raw['effectiveGasPrice']),
  }
}

function placeOf(log: unknown): { at: Address; topic: unknown } {
  const raw = record(log)
  return { at: address(raw['address']), topic: list(raw['topics'], 4)[0] }
}
