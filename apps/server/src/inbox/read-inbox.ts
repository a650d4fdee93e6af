import type { listNotifications } from '@trefoil/contract/notifications'
import type { ReplyOf } from '@trefoil/contract/route'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { olderThan, openCursor, readPage, sealCursor, type History, type PageQuery } from '../db/paging.ts'
import { describeNotice } from '../mail/describe-notice.ts'
import { FACTS_NOW } from '../mail/facts-now.ts'
import { meaningOf } from '../mail/notice-meaning.ts'
import { INBOX_KINDS, inboxTopicOf, type InboxKind } from '../mail/topics.ts'
import { countUnread } from '../mail/unread.ts'
import type { Keyring } from '../secrets/keyring.ts'

export type InboxContext = { db: Database; keyring: Keyring }

type Row = { id: string; reference: string; kind: InboxKind; facts: unknown; created_at: Date; read: boolean }

/** The outbox's rows of one account, newest first: a range of one index. */
export async function readInbox(
  { db, keyring }: InboxContext,
  accountId: number,
  query: PageQuery,
): Promise<ReplyOf<typeof listNotifications>['data']> {
  const [{ rows, next_cursor }, unread] = await Promise.all([
    readPage<Row>(historyOf(keyring, accountId), query, {
      sources: [
        ({ after, limit }) =>
          sql<Row>`
          select id, reference, kind, ${FACTS_NOW} as facts, created_at, read_at is not null as read from mail_outbox
          m where account_id = ${accountId} and kind = any(${INBOX_KINDS}) and ${olderThan('id', after)}
          order by id desc limit ${limit}`.execute(db),
      ],
      positionOf: ({ id }) => id,
    }),
    countUnread(db, accountId),
  ])
  const [newest] = rows
  return {
    notifications: rows.map(({ reference, kind, facts, created_at: at, read }) => ({
      id: reference,
      topic: inboxTopicOf(kind),
      ...describeNotice(kind, facts),
      ...meaningOf(kind, facts),
      created_at: at.toISOString(),
      read,
    })),
    unread,
    newest: newest ? sealCursor(marksOf(keyring, accountId), [newest.id]) : null,
    next_cursor,
  }
}

const historyOf = (keyring: Keyring, reader: number): History => ({ keyring, name: 'notifications', reader })

/** A mark says "up to here", a cursor "from here": one is never taken for the other. */
const marksOf = (keyring: Keyring, reader: number): History => ({ keyring, name: 'notifications seen', reader })

/** The number of the newest row that its owner has seen. */
export const openMark = (keyring: Keyring, reader: number, mark: string): string | null =>
  openCursor(marksOf(keyring, reader), mark)[0] ?? null
