import { dashboardCopy } from '../../lib/dashboard-copy.ts'
import { showAmount } from '../../lib/formats.ts'
import { usePublicSettingsQuery } from '../../lib/public-settings-api.ts'
import { ConfirmMoney } from '../../ui/confirm-money.tsx'
import { GroupedAddress } from '../../ui/grouped-address.tsx'
import type { Source } from '../../ui/source-choice.tsx'
import type { MoneyOrder } from '../../ui/use-money-order.ts'
import { withdrawCopy } from './copy.ts'

const text = withdrawCopy

export type AskedWithdrawal = { amount: number; address: string; source: Source }

type ConfirmWithdrawalProps = {
  asked: AskedWithdrawal
  balance: number | undefined
  figure: 'available' | 'returnable'
  order: MoneyOrder
}

export function ConfirmWithdrawal({ asked, balance, figure, order }: ConfirmWithdrawalProps) {
  const network = usePublicSettingsQuery().data?.network
  const isReturn = asked.source === 'impact'
  return (
    <ConfirmMoney
      order={order}
      amount={asked.amount}
      balance={balance}
      figure={figure}
      title={isReturn ? text.returnTitle : text.confirmTitle}
      confirmLabel={(isReturn ? text.confirmReturn : text.confirm)(showAmount(asked.amount))}
      note={text.note}
      facts={[
        { label: dashboardCopy.money.to, value: <GroupedAddress address={asked.address} /> },
        ...(network === undefined ? [] : [{ label: text.network, value: network }]),
      ]}
    />
  )
}
