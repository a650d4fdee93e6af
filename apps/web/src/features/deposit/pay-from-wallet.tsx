import { lazy, Suspense, useEffect, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import screen from '../../ui/money-screen.module.css'
import { depositCopy } from './copy.ts'
import { watchWallets, type FoundWallet } from './find-wallets.ts'
import type { Wallet } from './kept-wallet.ts'

const text = depositCopy
const PaySheet = lazy(() => import('./pay/pay-sheet.tsx'))

/** Offered where the browser has a wallet. Everything behind the button loads when it is pressed. */
export function PayFromWallet({ wallet }: { wallet: Wallet }) {
  const [found, setFound] = useState<readonly FoundWallet[]>([])
  const [isOpen, setOpen] = useState(false)
  useEffect(() => watchWallets(setFound), [])
  if (found.length === 0) return null
  return (
    <div className={screen.limits}>
      <div>
        <Button variant="default" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {text.pay}
        </Button>
      </div>
      <p className={screen.hint}>{text.payHint}</p>
      {isOpen ? (
        <Suspense fallback={null}>
          <PaySheet wallets={found} wallet={wallet} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </div>
  )
}
