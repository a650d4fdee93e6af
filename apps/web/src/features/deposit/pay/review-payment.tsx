import type { ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import sheet from '../../../ui/confirm-sheet.module.css'
import { SheetFooter } from '../../../ui/dialog-sheet.tsx'
import { Form, SubmitButton } from '../../../ui/form.tsx'
import { GroupedAddress } from '../../../ui/grouped-address.tsx'
import { Money } from '../../../ui/money.tsx'
import { Notice } from '../../../ui/notice.tsx'
import type { FoundWallet } from '../find-wallets.ts'
import type { Network } from '../payment-request.ts'
import { payCopy } from './copy.ts'
import type { ProblemKind, Stage } from './send-payment.ts'
import { WalletName } from './wallet-choice.tsx'

const text = payCopy

type ReviewPaymentProps = {
  wallet: FoundWallet
  network: Network
  address: string
  dollars: number
  /** What the wallet is asked right now. */
  stage: Stage | null
  problem: ProblemKind | null
  onConfirm: () => unknown
  onStop: () => void
  onBack: () => void
}

/** Before the wallet is asked: how much, on which network, to which address. */
export function ReviewPayment(props: ReviewPaymentProps) {
  const { wallet, network, address, dollars, stage, problem, onConfirm, onStop, onBack } = props
  const busy = stage !== null
  const facts: [string, ReactNode][] = [
    [
      text.amount,
      <span key="amount" data-typed>
        <Money amount={dollars} />
      </span>,
    ],
    [text.token, network.token.symbol],
    [text.network, network.name],
    [text.address, <GroupedAddress key="address" address={address} />],
    [text.wallet, <WalletName key="wallet" name={wallet.name} icon={null} />],
  ]
  return (
    <Form
      label={text.title}
      busy={busy}
      onSubmit={(event) => {
        event.preventDefault()
        return onConfirm()
      }}
    >
      <dl className={sheet.facts}>
        {facts.map(([label, value]) => (
          <div key={label} className={sheet.fact}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className={sheet.note}>{text.reviewNote}</p>
      <SheetFooter>
        <div role="status">{stage === null ? null : <Notice tone="calm">{text.stages[stage]}</Notice>}</div>
        {problem === null ? null : <Notice tone="danger">{text.problems[problem](network.name)}</Notice>}
        <div className={sheet.actions}>
          <Button variant="default" onClick={busy ? onStop : onBack}>
            {busy ? text.stop : text.back}
          </Button>
          <SubmitButton busy={busy}>{problem === null ? text.confirm : text.again}</SubmitButton>
        </div>
      </SheetFooter>
    </Form>
  )
}
