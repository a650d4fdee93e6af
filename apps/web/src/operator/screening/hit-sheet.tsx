import { GroupedAddress } from '../../ui/grouped-address.tsx'
import { Money } from '../../ui/money.tsx'
import { operatorCopy } from '../copy.ts'
import { ActionSheet } from '../parts/action-sheet.tsx'
import { useRefuseHitMutation, useReleaseHitMutation, type HitRow } from './api.ts'
import { screeningCopy } from './copy.ts'

const text = screeningCopy
const common = operatorCopy.common

export type HitDecision = 'release' | 'refuse'

type HitSheetProps = { decision: HitDecision; hit: HitRow; onClose: () => void }

export function HitSheet({ decision, hit, onClose }: HitSheetProps) {
  const [release] = useReleaseHitMutation()
  const [refuse] = useRefuseHitMutation()
  const isRelease = decision === 'release'
  const note = (isRelease ? text.releaseNotes : text.refuseNotes)[hit.moment]
  return (
    <ActionSheet
      title={isRelease ? text.releaseTitle : text.refuseTitle}
      note={isRelease && hit.approvals.needed > 1 ? `${note} ${text.takesTwo}` : note}
      facts={[
        { label: text.moment, value: text.moments[hit.moment] },
        { label: common.member, value: hit.owner },
        ...(hit.amount === null ? [] : [{ label: common.amount, value: <Money amount={hit.amount} /> }]),
        { label: common.address, value: <GroupedAddress address={hit.address} /> },
        { label: text.provider, value: text.providers[hit.provider] },
        ...(hit.reason === null ? [] : [{ label: text.reason, value: hit.reason }]),
      ]}
      confirmLabel={isRelease ? text.release : text.refuse}
      reasonLabel={operatorCopy.act.reason}
      act={(why) => (isRelease ? release : refuse)({ id: hit.id, why }).unwrap()}
      onClose={onClose}
    />
  )
}
