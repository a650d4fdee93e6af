import { apiScope, type listApiKeys } from '@trefoil/contract/operator/api-keys'
import { PEOPLE, type DataOf } from './people.ts'
import { LONG } from './values.ts'

const keys = PEOPLE.flatMap((operator) =>
  (['active', 'expired', 'revoked'] as const).map((state, index) => ({
    id: LONG.whole - operator.id * 10 - index,
    name: operator.name.slice(0, 60),
    scopes: apiScope.options,
    state,
    operator,
    created_at: LONG.instant,
    expires_at: LONG.instant,
    last_used_at: LONG.instant,
  })),
) satisfies DataOf<typeof listApiKeys>['keys']

export const PROGRAMS_REPLIES: Record<string, unknown> = {
  '/operator/api-keys': { success: true, message: '', data: { keys } },
}
