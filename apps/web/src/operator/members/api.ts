import type {
  endSessions,
  freezeMember,
  readMember,
  readMemberSecurityEvents,
  readMemberStatement,
  resetTwoFactor,
  unfreezeMember,
} from '@trefoil/contract/operator/members'
import type { proposeAdjustment } from '@trefoil/contract/operator/proposals'
import { injectEndpoints } from '../../lib/api.ts'
import { change, readData, type DataOf } from '../../lib/endpoint.ts'
import { readPages } from '../../lib/endpoint-kinds.ts'

export const {
  useMemberQuery,
  useStatementInfiniteQuery,
  useMemberSecurityEventsInfiniteQuery,
  useFreezeMutation,
  useUnfreezeMutation,
  useEndSessionsMutation,
  useResetTwoFactorMutation,
  useProposeAdjustmentMutation,
} = injectEndpoints((build) => ({
  member: build.query(readData<typeof readMember>('/operator/members/:id')),
  statement: build.infiniteQuery(readPages<typeof readMemberStatement>('/operator/members/:id/statement')),
  memberSecurityEvents: build.infiniteQuery(
    readPages<typeof readMemberSecurityEvents>('/operator/members/:id/security-events'),
  ),
  freeze: build.mutation(change<typeof freezeMember>('POST', '/operator/members/:id/freeze')),
  unfreeze: build.mutation(change<typeof unfreezeMember>('POST', '/operator/members/:id/unfreeze')),
  endSessions: build.mutation(change<typeof endSessions>('POST', '/operator/members/:id/end-sessions')),
  resetTwoFactor: build.mutation(change<typeof resetTwoFactor>('POST', '/operator/members/:id/reset-two-factor')),
  proposeAdjustment: build.mutation(change<typeof proposeAdjustment>('POST', '/operator/proposals/adjustment')),
}))

export type SecurityEvent = DataOf<typeof readMemberSecurityEvents>['events'][number]
export type MemberView = DataOf<typeof readMember>
