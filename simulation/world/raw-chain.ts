import type { TestChain } from '../../apps/server/src/testing/make-chain.ts'

/** The chain as it is, past every provider: what the model believes. */
export type RawChain = {
  height(): number
  /** Every transfer of the token, oldest first, up to the head. */
  transfers(filter?: { from?: string; to?: string }): Promise<RawTransfer[]>
  /** Those of one transaction; none if it is not, or no longer, part of the chain. */
  transfersIn(transaction: string): Promise<RawTransfer[]>
}

/** Addresses are in lower case. `ordinal` counts the token's transfers within their transaction. */
export type RawTransfer = {
  transaction: string
  ordinal: number
  block: number
  from: string
  to: string
  value: bigint
}

type Log = { address: string; topics: string[]; data: string; blockNumber: string; transactionHash: string }

const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

export function rawChain({ request, height, facts: { token } }: TestChain): RawChain {
  const read = (logs: Log[]): RawTransfer[] => {
    const counts = new Map<string, number>()
    return logs
      .filter(({ address, topics }) => address.toLowerCase() === token.toLowerCase() && topics[0] === TRANSFER)
      .map(({ topics, data, blockNumber, transactionHash: transaction }) => {
        const ordinal = counts.get(transaction) ?? 0
        counts.set(transaction, ordinal + 1)
        const [, from = '', to = ''] = topics.map((topic) => `0x${topic.slice(26)}`)
        return { transaction, ordinal, block: Number(blockNumber), from, to, value: BigInt(data) }
      })
  }
  return {
    height,
    async transfers({ from, to } = {}) {
      // Filtered here, so that ordinals count all transfers of a transaction.
      const filter = { address: token, fromBlock: '0x0', toBlock: 'latest', topics: [TRANSFER] }
      const all = read((await request('eth_getLogs', [filter])) as Log[])
      return all.filter((one) => (from === undefined || one.from === from) && (to === undefined || one.to === to))
    },
    async transfersIn(transaction) {
      const receipt = (await request('eth_getTransactionReceipt', [transaction])) as { logs: Log[] } | null
      return receipt ? read(receipt.logs) : []
    },
  }
}
