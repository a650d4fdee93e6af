import { useCallback, useEffect, useState } from 'react'
import { useSelector } from 'react-redux'
import { isAgreementRequired } from '../../lib/failure.ts'
import { useProfileQuery } from '../../lib/profile-api.ts'
import { selectSession } from '../../lib/session.ts'
import { useLazyWalletQuery } from './api.ts'
import { isComputable } from './computed-address.ts'
import { findWallet, keepWallet, type KeptWallet, type Wallet } from './kept-wallet.ts'

type WalletState = {
  wallet: Wallet | null
  problem: 'unavailable' | 'not ours' | null
  leftMs: number
  renew: () => void
}

const TICK_MS = 1000

// Looked up at each use: where storage is blocked, even naming it throws.
const storage = {
  getItem: (key: string) => localStorage.getItem(key),
  setItem: (key: string, value: string) => localStorage.setItem(key, value),
  removeItem: (key: string) => localStorage.removeItem(key),
}

/** The address to deposit to: out of the browser's cache while it is valid, and a new one when it is over. */
export function useWallet(): WalletState {
  const member = useSelector(selectSession)?.user.email ?? ''
  const [fetchWallet] = useLazyWalletQuery()
  const { refetch: refetchProfile } = useProfileQuery()
  const [kept, setKept] = useState<KeptWallet | null>(() => {
    const found = findWallet({ storage, member, now: Date.now() })
    return found && isComputable(found.wallet) ? found : null
  })
  const [problem, setProblem] = useState<WalletState['problem']>(null)
  const [now, setNow] = useState(() => Date.now())
  const leftMs = kept ? kept.until - now : 0
  const isOver = kept !== null && leftMs <= 0

  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])

  const renew = useCallback(async () => {
    setProblem(null)
    try {
      const { data: fresh } = await fetchWallet().unwrap()
      if (!isComputable(fresh)) {
        console.error('The wallet address is not the one that its own facts lead to', fresh)
        setProblem('not ours')
        return
      }
      setKept(keepWallet({ storage, member, now: Date.now() }, fresh))
    } catch (reason) {
      // Published since the page was opened: with the profile, the page knows.
      if (isAgreementRequired(reason)) void refetchProfile()
      console.error('The wallet address could not be fetched', reason)
      setProblem('unavailable')
    }
  }, [fetchWallet, member, refetchProfile])

  const isNeeded = kept === null || isOver
  useEffect(() => {
    if (isNeeded) void renew()
  }, [isNeeded, renew])

  return { wallet: kept === null || isOver ? null : kept.wallet, problem, leftMs, renew: () => void renew() }
}
