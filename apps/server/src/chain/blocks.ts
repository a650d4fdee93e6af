import { type BlockRef, type Chain, ChainTrouble } from './chain.ts'
import type { Panel } from './agree.ts'
import { blockRef, quantity, record, toHex } from './values.ts'

export type Finality = 'tag' | { depth: number }

/** If the chain's own finality stalls, blocks this deep count as final. */
const STALLED_DEPTH = 240n

/** The chain's length, its blocks, and how far it is final. */
export function blockReads(
  panel: Panel,
  { finality }: { finality: Finality },
): Pick<Chain, 'head' | 'block' | 'finalized'> {
  const block = (number: bigint) =>
    panel.agree<BlockRef>(async (provider) => {
      const answer = await provider.request('eth_getBlockByNumber', [toHex(number), false])
      if (answer === null) return undefined
      const found = blockRef(answer)
      if (found.number !== number)
        throw new ChainTrouble('malformed', `${provider.name} answers block ${found.number} for ${number}`)
      return found
    })

  const existing = async (number: bigint): Promise<BlockRef> => {
    const found = await block(number)
    if (!found) throw new ChainTrouble('missing', `block ${number} is gone`)
    return found
  }

  /** As far as a quorum of providers has come. */
  const head = async (): Promise<BlockRef> => {
    const heads = await panel.gather(async (provider) => {
      const number = quantity(await provider.request('eth_blockNumber', []))
      panel.sawHead(provider, number)
      return number
    })
    const reached = nthHighest(heads, panel.quorum)
    const found = await existing(reached)
    panel.note({ head: found.number })
    return found
  }

  const tagged = async (): Promise<bigint> => {
    const numbers = await panel.gather(async (provider) => {
      const answer = await provider.request('eth_getBlockByNumber', ['finalized', false])
      return answer === null ? 0n : quantity(record(answer)['number'])
    })
    return nthHighest(numbers, numbers.length)
  }

  return {
    head,
    block,
    async finalized() {
      const { number: reached } = await head()
      const deep = (depth: bigint) => (reached > depth ? reached - depth : 0n)
      const number = finality === 'tag' ? highest(await tagged(), deep(STALLED_DEPTH)) : deep(BigInt(finality.depth))
      // A provider may report finality beyond the head that the others have reached.
      const found = await existing(number > reached ? reached : number)
      panel.note({ finalized: found.number })
      return found
    },
  }
}

const highest = (a: bigint, b: bigint): bigint => (a > b ? a : b)

function nthHighest(numbers: bigint[], n: number): bigint {
  const found = numbers.toSorted((a, b) => (a > b ? -1 : 1))[n - 1]
  if (found === undefined) throw new ChainTrouble('unreachable', 'too few providers answer')
  return found
}
