import type { ReplyOf } from '@trefoil/contract/route'
import type { generateWallet } from '@trefoil/contract/wallet'

export type Wallet = ReplyOf<typeof generateWallet>['data']

/** A wallet with the moment, on this device's clock, at which it is over. */
export type KeptWallet = { wallet: Wallet; until: number }

const KEPT_MS = 60 * 60 * 1000

type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
type Place = { storage: Shelf; member: string; now: number }

/** A deposit address is kept for 60 minutes and never longer than it is valid; each member has their own. */
export function keepWallet({ storage, member, now }: Place, wallet: Wallet): KeptWallet {
  const kept = { wallet, until: endOf(wallet, now) }
  try {
    storage.setItem(keyOf(member), JSON.stringify(kept))
  } catch (problem) {
    console.warn('The wallet address is kept in this page only: the browser refuses storage.', problem)
  }
  return kept
}

/** What is over or unreadable is discarded. */
export function findWallet({ storage, member, now }: Place): KeptWallet | null {
  try {
    const text = storage.getItem(keyOf(member))
    if (text === null) return null
    const kept = JSON.parse(text) as KeptWallet
    if (now < kept.until && kept.until <= now + KEPT_MS) return kept
    storage.removeItem(keyOf(member))
  } catch (problem) {
    console.warn('The kept wallet address could not be read.', problem)
  }
  return null
}

/** A device whose clock is wrong cannot use the server's moment; then the server's words count. */
function endOf({ expires_at, expires_in }: Wallet, now: number): number {
  const end = Date.parse(expires_at)
  if (end > now && end <= now + KEPT_MS) return end
  const minutes = Number(/\d+/.exec(expires_in)?.[0] ?? 0)
  return now + Math.min(Math.max(minutes, 1) * 60_000, KEPT_MS)
}

const keyOf = (member: string) => `wallet:${member}`
