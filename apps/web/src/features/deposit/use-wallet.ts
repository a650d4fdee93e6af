import { useCallback, useEffect, useState } from 'react'
import { useSelector } from 'react-redux'
import { findWallet, keepWallet, type KeptWallet, type Wallet } from '../../lib/kept-wallet.ts'
import { useLazyWalletQuery } from '../../lib/money-api.ts'
import { selectSession } from '../../lib/session.ts'

type WalletState = { wallet: Wallet | null; failed: boolean; leftMs: number; renew: () => void }

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
  const [kept, setKept] = useState<KeptWallet | null>(() => findWallet({ storage, member, now: Date.now() }))
  const [failed, setFailed] = useState(false)
  const [now, setNow] = useState(() => Date.now())
  const leftMs = kept ? kept.until - now : 0
  const isOver = kept !== null && leftMs <= 0

  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])

  const renew = useCallback(async () => {
    setFailed(false)
    try {
      const fresh = await fetchWallet().unwrap()
      setKept(keepWallet({ storage, member, now: Date.now() }, fresh))
    } catch (problem) {
      console.error('The wallet address could not be fetched', problem)
      setFailed(true)
    }
  }, [fetchWallet, member])

  const isNeeded = kept === null || isOver
  useEffect(() => {
    if (isNeeded) void renew()
  }, [isNeeded, renew])

  return { wallet: kept === null || isOver ? null : kept.wallet, failed, leftMs, renew: () => void renew() }
}
