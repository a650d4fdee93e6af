import { showCount } from '../../lib/formats.ts'
import { Card } from '../../ui/card.tsx'
import { Facts } from '../parts/facts.tsx'
import type { MemberView } from './api.ts'
import { memberCopy } from './member-copy.ts'

const text = memberCopy

export function Team({ team: { total, referrals, active_referrals, by_level } }: { team: MemberView['team'] }) {
  return (
    <Card heading={text.team}>
      <Facts
        facts={[
          [text.teamTotal, showCount(total)],
          [text.referrals, showCount(referrals)],
          [text.activeReferrals, showCount(active_referrals)],
          ...by_level.map((count, index) => [text.level(index + 1), showCount(count)] as const),
        ]}
      />
    </Card>
  )
}
