import type { readProfile } from '@trefoil/contract/profile'
import type { ReplyOf } from '@trefoil/contract/route'

export type Member = ReplyOf<typeof readProfile>['data']
