import type { Figure } from '@trefoil/contract/figures'
import { remainder } from '../lib/amounts.ts'
import { dashboardCopy } from '../lib/dashboard-copy.ts'
import { showAmount } from '../lib/formats.ts'
import type { Fact } from './confirm-sheet.tsx'
import { Explained } from './explained.tsx'
import { FactorSheet } from './factor-sheet.tsx'
import { Money } from './money.tsx'
import { RemainingBalance } from './remaining-balance.tsx'
import type { MoneyOrder } from './use-money-order.ts'

const text = dashboardCopy.money

type ConfirmMoneyProps = {
  order: MoneyOrder
  amount: number
  /** Of the account that pays; unknown while it loads. */
  balance: number | undefined
  /** Explains the balance. */
  figure: Figure
  /** Between the amount and what remains. */
  facts: readonly Fact[]
  title: string
  note: string
  confirmLabel: string
}

/** Before money leaves an account: how much, where to, and what remains. */
export function ConfirmMoney({ order, amount, balance, figure, facts, ...words }: ConfirmMoneyProps) {
  return (
    <FactorSheet
      {...words}
      text={text}
      codeAsked={order.codeAsked}
      onConfirm={order.confirm}
      onCancel={order.cancel}
      facts={[
        {
          label: text.amount,
          value: (
            <span data-typed>
              <Money amount={amount} />
            </span>
          ),
        },
        ...facts,
        ...(balance === undefined
          ? []
          : [
              {
                label: text.remainsLabel,
                value: <RemainingBalance amount={remainder({ balance, amount })} />,
                how: (
                  <span className="left-to-right">
                    <Explained figure={figure}>{showAmount(balance)}</Explained> {text.less(showAmount(amount))}
                  </span>
                ),
              },
            ]),
      ]}
    />
  )
}
