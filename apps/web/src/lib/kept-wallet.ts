import type { ReplyOf } from '@trefoil/contract/route'
import type { generateWallet } from '@trefoil/contract/wallet'

export type Wallet = ReplyOf<typeof generateWallet>['data']

const KEPT_MS = 60 * 60 * 1000

type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
type Place = { storage: Shelf; member: string; now: number }

/** A deposit address is kept for 60 minutes and never longer than it is valid; each member has their own. */
export function keepWallet({ storage, member, now }: Place, wallet: Wallet): void {
  try {
    storage.setItem(keyOf(member), JSON.stringify({ keptAt: now, wallet }))
  } catch (problem) {
    console.warn('The wallet address is kept in this page only: the browser refuses storage.', problem)
  }
}

/** What is over or unreadable is discarded. */
export function findWallet({ storage, member, now }: Place): Wallet | null {
  try {
    const text = storage.getItem(keyOf(member))
    if (text === null) return null
    const { keptAt, wallet } = JSON.parse(text) as { keptAt: number; wallet: Wallet }
    const isValid = now >= keptAt && now < keptAt + KEPT_MS && now < Date.parse(wallet.expires_at)
    if (isValid) return wallet
    storage.removeItem(keyOf(member))
  } catch (problem) {
    console.warn('The kept wallet address could not be read.', problem)
  }
  return null
}

const keyOf = (member: string) => `wallet:${member}`
