import { createHash } from 'node:crypto'
import { openChain } from '../../apps/server/src/chain/open.ts'
import type { Address, Chain } from '../../apps/server/src/chain/chain.ts'
import { insideProvider } from '../../apps/server/src/chain/rpc.ts'
import { keySigner } from '../../apps/server/src/chain/signer.ts'

const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const TOKEN: Address = '0x55d398326f99059fF775485246999027B3197955'
const SOMEBODY: Address = '0x1111111111111111111111111111111111111111'
const FINALITY_DEPTH = 3

export type Traffic = {
  id: number
  blocks: number
  logsPerBlock: number
  rangeMax: number
  ours: Address[]
  oneIn: number
}

const hashOf = (...parts: (string | number)[]): string =>
  `0x${createHash('sha256').update(parts.join(' ')).digest('hex')}`
const hex = (number: number): string => `0x${number.toString(16)}`
const word = (address: string): string => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`

/**
 * A simulated provider with a busy token, prepared before the clock starts. Everything behind its answers is the real
 * code.
 */
export function syntheticChain({ id, blocks, logsPerBlock, rangeMax, ours, oneIn }: Traffic): Chain {
  const block = (number: number) => ({
    number: hex(number),
    hash: hashOf(id, number),
    parentHash: hashOf(id, number - 1),
    timestamp: hex(1_700_000_000 + number),
  })
  let sent = 0
  const logs = Array.from({ length: blocks + 1 }, (_, number) =>
    Array.from({ length: logsPerBlock }, (_each, index) => {
      sent += 1
      const to = sent % oneIn === 0 ? ours[(sent / oneIn) % ours.length] : undefined
      return {
        address: TOKEN,
        topics: [TRANSFER, word(SOMEBODY), word(to ?? hashOf('stranger', id, sent).slice(0, 42))],
        data: `0x${(10n ** 18n).toString(16).padStart(64, '0')}`,
        blockNumber: hex(number),
        blockHash: hashOf(id, number),
        transactionHash: hashOf('transaction', id, sent),
        logIndex: hex(index),
      }
    }),
  )
  const answers: Record<string, (params: readonly unknown[]) => unknown> = {
    eth_blockNumber: () => hex(blocks),
    eth_getBlockByNumber: ([number]) => (Number(number) > blocks ? null : block(Number(number))),
    eth_getLogs: ([filter]) => {
      const { fromBlock, toBlock } = filter as { fromBlock: string; toBlock: string }
      return logs.slice(Number(fromBlock), Number(toBlock) + 1).flat()
    },
  }
  return openChain({
    id,
    decimals: 18,
    token: TOKEN,
    factory: '0x2222222222222222222222222222222222222222',
    treasury: '0x3333333333333333333333333333333333333333',
    vault: '0x4444444444444444444444444444444444444444',
    providers: [insideProvider('synthetic', async (method, params) => answers[method]?.(params))],
    signer: keySigner(`0x${'1'.repeat(64)}`),
    finality: { depth: FINALITY_DEPTH },
    rangeMax,
    maxFeeWei: 10n ** 11n,
  })
}
