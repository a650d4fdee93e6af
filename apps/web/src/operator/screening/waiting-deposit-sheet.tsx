import { GroupedAddress } from '../../ui/grouped-address.tsx'
import { Money } from '../../ui/money.tsx'
import { operatorCopy } from '../copy.ts'
import { ActionSheet } from '../parts/action-sheet.tsx'
import { useRefuseWaitingDepositMutation, useReleaseWaitingDepositMutation, type WaitingDeposit } from './api.ts'
import { screeningCopy } from './copy.ts'
import type { HitDecision } from './hit-sheet.tsx'

const text = screeningCopy
const common = operatorCopy.common

type WaitingDepositSheetProps = { decision: HitDecision; deposit: WaitingDeposit; onClose: () => void }

export function WaitingDepositSheet({ decision, deposit, onClose }: WaitingDepositSheetProps) {
  const [release] = useReleaseWaitingDepositMutation()
  const [refuse] = useRefuseWaitingDepositMutation()
  const { id, member, amount, address, unanswered, approvals } = deposit
  const isRelease = decision === 'release'
  const note = isRelease ? text.unanswered.releaseNote : text.refuseNotes.deposit
  return (
    <ActionSheet
      title={isRelease ? text.unanswered.releaseTitle : text.unanswered.refuseTitle}
      note={isRelease && approvals.needed > 1 ? `${note} ${text.takesTwo}` : note}
      facts={[
        { label: common.member, value: member.name },
        { label: common.amount, value: <Money amount={amount} /> },
        { label: common.address, value: <GroupedAddress address={address} /> },
        ...(unanswered === null ? [] : [{ label: text.unanswered.why, value: unanswered }]),
      ]}
      confirmLabel={isRelease ? text.release : text.refuse}
      reasonLabel={operatorCopy.act.reason}
      act={(why) => (isRelease ? release : refuse)({ id, why }).unwrap()}
      onClose={onClose}
    />
  )
}
