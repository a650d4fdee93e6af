import type { Address, Chain } from '../chain/chain.ts'
import type { Provider } from './provider.ts'

/** The chain's providers have to agree, as about everything else. */
export const oracleProvider = (chain: Pick<Chain, 'isSanctioned'>, oracle: Address): Provider => ({
  name: 'oracle',
  isLocal: false,
  async ask({ address }) {
    const isListed = await chain.isSanctioned(oracle, address)
    return { result: isListed ? 'hit' : 'clear', reason: isListed ? 'On the sanctions list' : null, level: null }
  },
})
