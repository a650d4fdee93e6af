import { useState } from 'react'
import { useTransactionsInfiniteQuery } from '../../../lib/transactions-api.ts'
import { Button } from '../../../ui/button.tsx'
import sheet from '../../../ui/confirm-sheet.module.css'
import { SheetFooter } from '../../../ui/dialog-sheet.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useLookUpPaymentQuery } from '../api.ts'
import { payCopy } from './copy.ts'
import styles from './pay.module.css'
import { describePayment } from './describe-payment.ts'

const text = payCopy

/** `isKnown`: a deposit with this hash was here before the wallet was asked. */
export type Sent = { hash: string; dollars: number; isKnown: boolean }

/** Within the limit of sixty questions in ten minutes. */
const LOOK_UP_MS = 11_000

/** What became of it, by what the application has seen. The wallet's hash only says where to look. */
export function PaymentProgress({ hash, dollars, isKnown, onClose }: Sent & { onClose: () => void }) {
  const { data } = useTransactionsInfiniteQuery('Deposit')
  const rows = data?.pages.flatMap(({ transactions }) => transactions)
  const deposit = isKnown ? undefined : rows?.find(({ transaction }) => transaction === hash)
  const [asked] = useState({ transaction: hash })
  const skip = deposit !== undefined || isKnown
  const lookUp = useLookUpPaymentQuery(asked, { skip })
  const isOver = lookUp.data?.state === 'failed' || lookUp.data?.state === 'other'
  useLookUpPaymentQuery(asked, { skip: skip || isOver, pollingInterval: LOOK_UP_MS })
  // The first answer may come before the wallet's own node has passed the transaction on.
  const [askedAt] = useState(() => Date.now())
  const isLate = (lookUp.fulfilledTimeStamp ?? 0) - askedAt > LOOK_UP_MS / 2
  const { steps, doubt, isDone } = describePayment({
    deposit,
    dollars,
    isKnown,
    found: lookUp.data?.state === 'unknown' && !isLate ? undefined : lookUp.data?.state,
  })
  const next = steps.findIndex(({ isReached }) => !isReached)
  return (
    <>
      <ol className={styles.steps} aria-label={text.progress}>
        {steps.map(({ label, isReached }, index) => (
          <li key={label} data-reached={isReached} aria-current={index === next ? 'step' : undefined}>
            {label}
          </li>
        ))}
      </ol>
      <p className={sheet.note}>
        {text.transaction}: <code className={styles.hash}>{hash}</code>
      </p>
      <SheetFooter>
        {doubt === null ? null : <Notice tone="danger">{doubt}</Notice>}
        {isDone ? <Notice tone="positive">{text.done}</Notice> : null}
        {isDone || doubt !== null ? null : <p className={sheet.note}>{text.waiting}</p>}
        <Button variant={isDone ? 'filled' : 'default'} onClick={onClose}>
          {text.close}
        </Button>
      </SheetFooter>
    </>
  )
}
