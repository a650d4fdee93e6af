import type { ReactNode } from 'react'
import { remainder } from '../lib/amounts.ts'
import { dashboardCopy } from '../lib/dashboard-copy.ts'
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
  /** Between the amount and what remains. */
  facts: readonly { label: string; value: ReactNode }[]
  title: string
  note: string
  confirmLabel: string
}

/** Before money leaves an account: how much, where to, and what remains. */
export function ConfirmMoney({ order, amount, balance, facts, ...words }: ConfirmMoneyProps) {
  return (
    <FactorSheet
      {...words}
      text={text}
      codeAsked={order.codeAsked}
      onConfirm={order.confirm}
      onCancel={order.cancel}
      facts={[
        { label: text.amount, value: <Money amount={amount} /> },
        ...facts,
        ...(balance === undefined
          ? []
          : [{ label: text.remainsLabel, value: <RemainingBalance amount={remainder({ balance, amount })} /> }]),
      ]}
    />
  )
}
