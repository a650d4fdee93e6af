import { useEffect, useRef, useState } from 'react'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { DialogSheet } from '../../../ui/dialog-sheet.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useTransactionsInfiniteQuery } from '../../../lib/transactions-api.ts'
import { useWalletNetworkQuery } from '../api.ts'
import type { FoundWallet } from '../find-wallets.ts'
import type { Wallet } from '../kept-wallet.ts'
import { AmountForm } from './amount-form.tsx'
import { payCopy } from './copy.ts'
import { PaymentProgress, type Sent } from './payment-progress.tsx'
import { ReviewPayment } from './review-payment.tsx'
import { sendPayment, WalletProblem, type ProblemKind, type Stage } from './send-payment.ts'
import { WalletChoice } from './wallet-choice.tsx'

const text = payCopy

type PaySheetProps = { wallets: readonly FoundWallet[]; wallet: Wallet; onClose: () => void }

type Step = { name: 'amount' } | { name: 'review'; dollars: number } | ({ name: 'sent' } & Sent)

/** Which wallet, how much, a look at it, and then what became of it. */
export default function PaySheet({ wallets, wallet, onClose }: PaySheetProps) {
  // The address may be renewed while the sheet is open. What was reviewed is what is paid: old addresses stay good.
  const [paid] = useState(wallet)
  const network = useWalletNetworkQuery()
  const [chosen, setChosen] = useState<FoundWallet | undefined>(wallets.length === 1 ? wallets[0] : undefined)
  const [typed, setTyped] = useState('')
  const [step, setStep] = useState<Step>({ name: 'amount' })
  const [stage, setStage] = useState<Stage | null>(null)
  const [problem, setProblem] = useState<ProblemKind | null>(null)
  const waiting = useRef<AbortController>(undefined)
  const deposits = useTransactionsInfiniteQuery('Deposit').data
  useEffect(() => () => waiting.current?.abort(), [])

  const send = async (dollars: number) => {
    if (!chosen || !network.data || stage !== null) return
    const stop = new AbortController()
    waiting.current = stop
    setProblem(null)
    const known =
      deposits?.pages.flatMap(({ transactions }) => transactions.map(({ transaction }) => transaction)) ?? []
    try {
      const asked = { provider: chosen.provider, network: network.data, wallet: paid, dollars }
      const hash = await sendPayment({ ...asked, onStage: setStage, signal: stop.signal })
      setStep({ name: 'sent', hash, dollars, isKnown: known.includes(hash) })
    } catch (reason) {
      if (!(reason instanceof WalletProblem)) throw reason
      console.warn('The wallet did not pay', reason.kind, reason.cause)
      setProblem(reason.kind)
    } finally {
      setStage(null)
    }
  }

  return (
    <DialogSheet title={chosen ? text.title : text.choose} locked={stage !== null} onClose={onClose}>
      {network.isError ? (
        <LoadFailure text={text.failed} retryLabel={text.retry} onRetry={network.refetch} />
      ) : !network.data ? (
        <div role="status" aria-label={text.title}>
          <Skeleton height={160} />
        </div>
      ) : step.name === 'sent' ? (
        <PaymentProgress {...step} onClose={onClose} />
      ) : !chosen ? (
        <WalletChoice wallets={wallets} onChoose={setChosen} onCancel={onClose} />
      ) : step.name === 'amount' ? (
        <AmountForm
          wallet={chosen}
          token={network.data.token.symbol}
          typed={typed}
          onChange={wallets.length > 1 ? () => setChosen(undefined) : undefined}
          onAmount={(amount, dollars) => {
            setTyped(amount)
            setStep({ name: 'review', dollars })
          }}
          onCancel={onClose}
        />
      ) : (
        <ReviewPayment
          wallet={chosen}
          network={network.data}
          address={paid.wallet_address}
          dollars={step.dollars}
          stage={stage}
          problem={problem}
          onConfirm={() => send(step.dollars)}
          onStop={() => waiting.current?.abort()}
          onBack={() => {
            setProblem(null)
            setStep({ name: 'amount' })
          }}
        />
      )}
    </DialogSheet>
  )
}
