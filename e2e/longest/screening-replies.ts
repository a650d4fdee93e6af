import type { listHits, listWaitingDeposits } from '@trefoil/contract/operator/screening'
import { PEOPLE, person, type DataOf } from './people.ts'
import { LONG } from './values.ts'

const hits = PEOPLE.flatMap((member) =>
  (['address', 'deposit', 'payout'] as const).map((moment, index) => ({
    id: LONG.whole - member.id * 10 - index,
    moment,
    member,
    owner: member.name,
    address: LONG.address,
    provider: (['list', 'none', 'http'] as const)[index] ?? 'http',
    reason: LONG.prose,
    amount: moment === 'address' ? null : LONG.amount,
    reference: LONG.reference,
    state: (['open', 'refused', 'open'] as const)[index] ?? 'open',
    found_at: LONG.instant,
    approvals: { needed: 2, first_by: person },
    decided_at: LONG.instant,
    decided_by: LONG.unbroken,
    decision: LONG.prose,
  })),
) satisfies DataOf<typeof listHits>['hits']

const deposits = PEOPLE.map((member, index) => ({
  id: LONG.whole - member.id,
  member,
  address: LONG.address,
  amount: LONG.amount,
  reference: LONG.reference,
  waits_since: LONG.instant,
  unanswered: LONG.prose,
  by_hand: index !== 1,
  approvals: { needed: 2 },
})) satisfies DataOf<typeof listWaitingDeposits>['deposits']

export const SCREENING_REPLIES: Record<string, unknown> = {
  '/operator/screening': { success: true, message: '', data: { hits, next_cursor: null } },
  '/operator/screening/deposits': {
    success: true,
    message: '',
    data: { is_asking: true, deposits, next_cursor: null },
  },
}
