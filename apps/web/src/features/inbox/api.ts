import type { listNotifications, readNotifications } from '@trefoil/contract/notifications'
import type { ReplyOf } from '@trefoil/contract/route'
import { injectEndpoints } from '../../lib/api.ts'
import { readPages } from '../../lib/endpoint-kinds.ts'
import { change } from '../../lib/endpoint.ts'

export type Notification = ReplyOf<typeof listNotifications>['data']['notifications'][number]

export const { useNotificationsInfiniteQuery, useMarkReadMutation } = injectEndpoints((build) => ({
  notifications: build.infiniteQuery(readPages<typeof listNotifications>('/notifications')),
  markRead: build.mutation(change<typeof readNotifications>('POST', '/notifications/read')),
}))
