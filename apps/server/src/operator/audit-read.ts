import { sql } from 'kysely'
import { positionsIn } from '../db/paging.ts'
import type { Caller } from '../http/guard.ts'
import { actorOf, type OperatorContext } from './context.ts'

/** While the console polls, or somebody goes back and forth, the same page is one reading. */
const SAME_READING_MINUTES = 15
const ENTRIES_MAX = 300

type Query = { cursor?: string | undefined; limit?: number | undefined; q?: string | undefined }
type Reading<Q> = { caller: Caller; address: string; agent: string | undefined; requestId: string; query: Q }

/**
 * A list with many members' data. Each page that somebody reads is in the audit log, once in a while. The words of a
 * search are not: they are somebody's name or address, and the log is kept for ever. Their keyed hash tells searches
 * apart, and `found` whose data came back.
 */
export async function readAudited<Q extends Query | undefined, Page extends object>(
  context: OperatorContext,
  { query, ...call }: Reading<Q>,
  { list, read, found }: AuditedList<Q, Page>,
): Promise<Page> {
  const page = await read(context, query)
  const { cursor, q, limit: _, ...filter }: Query = query ?? {}
  const words = q?.trim()
  const reading = {
    ...filter,
    ...(words && { search: context.keyring.mac('search', words).toString('base64url').slice(0, 16) }),
    ...(cursor !== undefined && { after: positionsIn(context.keyring, cursor) }),
  }
  const actor = actorOf(call)
  if (!(await wasRead(context, { operator: call.caller.accountId, list, reading })))
    await context.act(
      {
        ...actor,
        action: 'data.read',
        subject: list,
        why: words ? 'Searched' : 'Looked at the list',
        details: { reading, ...(words && found && { found: found(page) }) },
      },
      async () => {},
    )
  return page
}

export type AuditedList<Q, Page> = {
  list: string
  read: (context: OperatorContext, query: Q) => Promise<Page>
  /** Whose data a search returned. */
  found?: (page: Page) => number[]
}

type Read = { operator: number; list: string; reading: Record<string, unknown> }

/** Among the operator's newest entries, which an index has in order. One that is further back is recorded again. */
async function wasRead({ db }: OperatorContext, { operator, list, reading }: Read): Promise<boolean> {
  const { rows } = await sql`
    select from (select * from audit_entry where operator_id = ${operator} order by id desc limit ${ENTRIES_MAX}) newest
    where action = 'data.read' and subject = ${list}
      and at > now() - make_interval(mins => ${SAME_READING_MINUTES})
      and details -> 'reading' = ${JSON.stringify(reading)}::jsonb limit 1`.execute(db)
  return rows.length > 0
}
