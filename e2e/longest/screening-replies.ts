import type { listHits } from '@trefoil/contract/operator/screening'
import { PEOPLE, person, type DataOf } from './people.ts'
import { LONG } from './values.ts'

const hits = PEOPLE.flatMap((member) =>
  (['address', 'deposit', 'payout'] as const).map((moment, index) => ({
    id: LONG.whole - member.id * 10 - index,
    moment,
    member,
    owner: member.name,
    address: LONG.address,
    provider: (['list', 'oracle', 'http'] as const)[index] ?? 'http',
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

export const SCREENING_REPLIES: Record<string, unknown> = {
  '/operator/screening': { success: true, message: '', data: { hits, next_cursor: null } },
}
