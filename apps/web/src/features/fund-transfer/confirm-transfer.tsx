import { dashboardCopy } from '../../lib/dashboard-copy.ts'
import { showAmount } from '../../lib/formats.ts'
import { ConfirmMoney } from '../../ui/confirm-money.tsx'
import type { MoneyOrder } from '../../ui/use-money-order.ts'
import { transferCopy } from './copy.ts'
import type { Source } from '../../ui/source-choice.tsx'

const text = transferCopy
const money = dashboardCopy.money

export type AskedTransfer = { recipient: string; amount: number; from: Source }

type ConfirmTransferProps = {
  asked: AskedTransfer
  balance: number | undefined
  order: MoneyOrder
}

export function ConfirmTransfer({ asked, balance, order }: ConfirmTransferProps) {
  const own = asked.from === 'available'
  return (
    <ConfirmMoney
      order={order}
      amount={asked.amount}
      balance={balance}
      figure={asked.from}
      title={own ? text.confirmOwnTitle : text.confirmTitle}
      confirmLabel={(own ? text.confirmOwn : text.confirm)(showAmount(asked.amount))}
      note={own ? text.ownNote : text.finalNote}
      facts={[
        { label: money.to, value: own ? text.ownImpact : <code>{asked.recipient}</code> },
        { label: money.from, value: own ? text.available : text.impact },
      ]}
    />
  )
}
