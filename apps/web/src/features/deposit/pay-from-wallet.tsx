import { lazy, Suspense, useEffect, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import screen from '../../ui/money-screen.module.css'
import { depositCopy } from './copy.ts'
import { watchWallets, type FoundWallet } from './find-wallets.ts'
import type { Wallet } from './kept-wallet.ts'

const text = depositCopy
const PaySheet = lazy(() => import('./pay/pay-sheet.tsx'))

/** Offered where the browser has a wallet. Everything behind the button loads when it is pressed. */
export function PayFromWallet({ wallet }: { wallet: Wallet | null | undefined }) {
  const [found, setFound] = useState<readonly FoundWallet[]>([])
  // The address may run out while somebody pays to it, which still arrives: what they see stays.
  const [paid, setPaid] = useState<Wallet>()
  useEffect(() => watchWallets(setFound), [])
  const offered = paid ?? wallet
  if (found.length === 0 || !offered) return null
  return (
    <div className={screen.limits}>
      <div>
        <Button variant="default" aria-haspopup="dialog" onClick={() => setPaid(offered)}>
          {text.pay}
        </Button>
      </div>
      <p className={screen.hint}>{text.payHint}</p>
      {paid ? (
        <Suspense fallback={null}>
          <PaySheet wallets={found} wallet={paid} onClose={() => setPaid(undefined)} />
        </Suspense>
      ) : null}
    </div>
  )
}
