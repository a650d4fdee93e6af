import type { readProfile } from '@trefoil/contract/profile'
import type { ReplyOf } from '@trefoil/contract/route'
import type { StageRecord } from '@trefoil/contract/programme'
import { showAmount } from '../../lib/formats.ts'
import { usePublicSettingsQuery } from '../../lib/public-settings-api.ts'
import { donationEffect } from '../../lib/standing.ts'
import { ConfirmMoney } from '../../ui/confirm-money.tsx'
import { Explained } from '../../ui/explained.tsx'
import { Money } from '../../ui/money.tsx'
import type { MoneyOrder } from '../../ui/use-money-order.ts'
import { donateCopy } from './copy.ts'

const text = donateCopy

type ConfirmDonationProps = {
  amount: number
  /** Its name, if it is known. */
  cause: string | undefined
  member: ReplyOf<typeof readProfile>['data'] | undefined
  stages: StageRecord[] | undefined
  order: MoneyOrder
}

/** Shows what the donation will do, as far as the browser knows; the server decides. */
export function ConfirmDonation({ amount, cause, member, stages, order }: ConfirmDonationProps) {
  const causePercent = usePublicSettingsQuery().data?.cause_percent
  const effect =
    member && stages && causePercent !== undefined ? donationEffect({ stages, member, causePercent }, amount) : null
  return (
    <ConfirmMoney
      order={order}
      amount={amount}
      balance={member?.balances.deposit_balance}
      figure="impact"
      title={text.confirmTitle}
      confirmLabel={text.confirm(showAmount(amount))}
      note={effect !== null && effect.roomClosed > 0 ? `${text.closesNote} ${text.note}` : text.note}
      facts={[
        ...(cause === undefined ? [] : [{ label: text.cause.label, value: cause }]),
        ...(effect
          ? [
              {
                label: text.toCause,
                value: <Money amount={effect.toCauseMin} />,
                how: text.how.toCause(effect.causePercent, showAmount(amount)),
              },
              {
                label: text.stage,
                value:
                  effect.stageAfter === effect.stage
                    ? text.stageStays(effect.stage)
                    : text.stageRises(effect.stage, effect.stageAfter),
                how: stageHow(effect),
              },
              {
                label: text.roomOpened,
                value: <Money amount={effect.roomOpened} />,
                how: text.how.roomOpened(showAmount(amount), effect.multiplier, effect.stageAfter),
              },
              {
                label: text.roomClosed,
                value: (
                  <Explained figure="earning_threshold">
                    <Money amount={effect.roomClosed} />
                  </Explained>
                ),
              },
            ]
          : []),
      ]}
    />
  )
}

function stageHow({ stageAfter, stage, nextStage }: ReturnType<typeof donationEffect>): string {
  if (nextStage === null) return text.how.stageLast
  const words = stageAfter === stage ? text.how.stageStays : text.how.stageRises
  return words(nextStage.number, showAmount(nextStage.requirement))
}
