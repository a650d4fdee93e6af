import { z } from 'zod'
import { nextCursor, pageQuery } from './history.ts'
import { route } from './route.ts'
import { done, instant } from './shapes.ts'

/** What a notification is about, in the words that members choose by. */
const notificationTopic = z.enum(['donations', 'deposits', 'withdrawals', 'stages', 'causes', 'support', 'security'])
export type NotificationTopic = z.input<typeof notificationTopic>

/** Security and answers of support are always mailed, so they are no choice. */
export const mailTopic = notificationTopic.exclude(['security', 'support'])
export type MailTopic = z.input<typeof mailTopic>

/** From here on, the count is "so many or more". */
const UNREAD_COUNTED_MAX = 100
export const unreadCount = z.number().int().min(0).max(UNREAD_COUNTED_MAX)

const IDS_MAX = 200
const cursor = z.string().min(1).max(800)

export const listNotifications = route({
  method: 'GET',
  path: '/notifications',
  access: 'member',
  summary: 'My inbox, newest first. What gathers more, such as donations received, becomes the newest again.',
  query: pageQuery,
  reply: done.extend({
    data: z.object({
      notifications: z.array(
        z.object({
          id: z.uuid(),
          topic: notificationTopic,
          title: z.string(),
          text: z.string(),
          /** What title and text say in English, for other languages: see `NoticeValues`. */
          code: z.string(),
          params: z.record(z.string(), z.union([z.string(), z.number()])),
          /** Where it belongs: a path of the dashboard. */
          link: z.string(),
          created_at: instant,
          read: z.boolean(),
        }),
      ),
      unread: unreadCount,
      /** The newest of them all, for `up_to`. Null: the page is empty. */
      newest: z.string().nullable(),
      next_cursor: nextCursor,
    }),
  }),
})

export const readNotifications = route({
  method: 'POST',
  path: '/notifications/read',
  access: 'member',
  summary: 'Mark some as read, or all up to the newest that I have seen. Safe to repeat.',
  /** One of the two. */
  body: z.strictObject({ ids: z.array(z.uuid()).min(1).max(IDS_MAX).optional(), up_to: cursor.optional() }),
  reply: done.extend({ data: z.object({ unread: unreadCount }) }),
})

export const chooseMailTopics = route({
  method: 'PUT',
  path: '/notifications/mail',
  access: 'member',
  summary: 'Which topics I get by mail as well. Security is always mailed.',
  body: z.strictObject({ topics: z.array(mailTopic).max(mailTopic.options.length) }),
  reply: done,
})
