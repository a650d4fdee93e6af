import type { readProfile } from '@trefoil/contract/profile'
import type { ReplyOf } from '@trefoil/contract/route'
import type { StageRecord } from '@trefoil/contract/programme'
import { remainder } from '../../lib/amounts.ts'
import { dashboardCopy } from '../../lib/dashboard-copy.ts'
import { showAmount } from '../../lib/formats.ts'
import { usePublicSettingsQuery } from '../../lib/public-settings-api.ts'
import { donationEffect } from '../../lib/standing.ts'
import { ConfirmSheet } from '../../ui/confirm-sheet.tsx'
import { Money } from '../../ui/money.tsx'
import { RemainingBalance } from '../../ui/remaining-balance.tsx'
import { donateCopy } from './copy.ts'

const text = donateCopy

type ConfirmDonationProps = {
  amount: number
  member: ReplyOf<typeof readProfile>['data'] | undefined
  stages: StageRecord[] | undefined
  busy: boolean
  onConfirm: () => unknown
  onCancel: () => void
}

/** Shows what the donation will do, as far as the browser knows; the server decides. */
export function ConfirmDonation({ amount, member, stages, ...rest }: ConfirmDonationProps) {
  const causePercent = usePublicSettingsQuery().data?.cause_percent
  const effect =
    member && stages && causePercent !== undefined ? donationEffect({ stages, member, causePercent }, amount) : null
  return (
    <ConfirmSheet
      title={text.confirmTitle}
      confirmLabel={text.confirm(showAmount(amount))}
      note={effect !== null && effect.roomClosed > 0 ? `${text.closesNote} ${text.note}` : text.note}
      facts={[
        { label: text.amount, value: <Money amount={amount} /> },
        ...(effect
          ? [
              { label: text.toCause, value: <Money amount={effect.toCauseMin} /> },
              {
                label: text.stage,
                value:
                  effect.stageAfter === effect.stage
                    ? text.stageStays(effect.stage)
                    : text.stageRises(effect.stage, effect.stageAfter),
              },
              { label: text.roomOpened, value: <Money amount={effect.roomOpened} /> },
              { label: text.roomClosed, value: <Money amount={effect.roomClosed} /> },
            ]
          : []),
        ...(member
          ? [
              {
                label: dashboardCopy.money.remainsLabel,
                value: <RemainingBalance amount={remainder({ balance: member.balances.deposit_balance, amount })} />,
              },
            ]
          : []),
      ]}
      {...rest}
    />
  )
}
