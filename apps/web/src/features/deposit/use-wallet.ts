import { useCallback, useEffect, useState } from 'react'
import { useSelector } from 'react-redux'
import { findWallet, keepWallet, type Wallet } from '../../lib/kept-wallet.ts'
import { useLazyWalletQuery } from '../../lib/money-api.ts'
import { selectSession } from '../../lib/session.ts'

type WalletState = { wallet: Wallet | null; failed: boolean; leftMs: number; renew: () => void }

const TICK_MS = 1000

/** The address to deposit to: out of the browser's cache while it is valid, and a new one when it is over. */
export function useWallet(): WalletState {
  const member = useSelector(selectSession)?.user.email ?? ''
  const [fetchWallet] = useLazyWalletQuery()
  const [wallet, setWallet] = useState<Wallet | null>(() =>
    findWallet({ storage: localStorage, member, now: Date.now() }),
  )
  const [failed, setFailed] = useState(false)
  const [now, setNow] = useState(() => Date.now())
  const leftMs = wallet ? Date.parse(wallet.expires_at) - now : 0
  const isOver = wallet !== null && leftMs <= 0

  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])

  const renew = useCallback(async () => {
    setFailed(false)
    try {
      const fresh = await fetchWallet().unwrap()
      keepWallet({ storage: localStorage, member, now: Date.now() }, fresh)
      setWallet(fresh)
    } catch (problem) {
      console.error('The wallet address could not be fetched', problem)
      setFailed(true)
    }
  }, [fetchWallet, member])

  const isNeeded = wallet === null || isOver
  useEffect(() => {
    if (isNeeded) void renew()
  }, [isNeeded, renew])

  return { wallet: isOver ? null : wallet, failed, leftMs, renew: () => void renew() }
}
