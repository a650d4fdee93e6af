import * as contract from '@trefoil/contract/notifications'
import { ok, serve, type Served } from '../http/serve.ts'
import { chooseMail } from './choose-mail.ts'
import { markRead } from './mark-read.ts'
import { readInbox, type InboxContext } from './read-inbox.ts'

export const inboxRoutes = (context: InboxContext): Served[] => [
  serve(contract.listNotifications, async ({ caller, query }) =>
    ok('Inbox', { data: await readInbox(context, caller.accountId, query) }),
  ),

  serve(contract.readNotifications, async ({ caller, body }) =>
    ok('Marked as read', { data: { unread: await markRead(context, caller.accountId, body) } }),
  ),

  serve(contract.chooseMailTopics, async ({ caller, body }) => {
    await chooseMail(context.db, caller.accountId, body.topics)
    return ok('Saved')
  }),
]
