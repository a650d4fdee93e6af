import type { Address, Chain } from '../chain/chain.ts'
import { startTestChain, type TestChain } from './chain.ts'
import { openTestWallet, type TestWallet } from './wallet.ts'

export type DepositScene = { wallet: TestWallet; chain: TestChain; member: number; address: Address }

/** A member with an address, on a chain that has been read to its head. */
export async function depositScene(options: { finalityDepth?: number } = {}): Promise<DepositScene> {
  const [wallet, chain] = await Promise.all([openTestWallet(), startTestChain(options)])
  await wallet.follow(chain.chain)
  const member = wallet.members[0]!
  return { wallet, chain, member, address: await wallet.addressOf(chain.chain, member) }
}

/** For single steps of the scanner. */
export const depositContext = async (wallet: TestWallet, chain: Chain) => ({
  db: wallet.db,
  chain,
  addresses: await wallet.addresses(chain),
})

export const depositStates = async ({ owner }: TestWallet): Promise<string[]> =>
  (await owner.query<{ state: string }>('select state from deposit where block_number > 0 order by id')).rows.map(
    ({ state }) => state,
  )
