import { sql } from 'kysely'
import { positionsIn } from '../db/paging.ts'
import type { Caller } from '../http/guard.ts'
import { actorOf, type OperatorContext } from './context.ts'

/** While the console polls, or somebody goes back and forth, the same page is one reading. */
const SAME_READING_MINUTES = 15
const ENTRIES_MAX = 300

/** A program comes back to everybody as often as it is told to. */
const SAME_READING_OF_PROGRAM_MINUTES = 60

type Query = { cursor?: string | undefined; limit?: number | undefined; q?: string | undefined }
type Call = { caller: Caller; address: string; agent: string | undefined; requestId: string }
type Reading<Q> = Call & { query: Q }

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

type AuditedPerson<Data> = { read: () => Promise<Data>; whose: (data: Data) => number | null }

/** Writes one line per reader and member into the audit log, so that reading everybody one at a time leaves a line for each. */
export async function readPersonAudited<Data>(
  context: OperatorContext,
  call: Call,
  { read, whose }: AuditedPerson<Data>,
): Promise<Data> {
  const data = await read()
  const member = whose(data)
  if (member !== null && !(await wasPersonRead(context, call, member)))
    await context.act(
      { ...actorOf(call), action: 'data.read', subject: 'member', member, why: 'Looked at the member' },
      async () => {},
    )
  return data
}

async function wasPersonRead({ db }: OperatorContext, call: Call, member: number): Promise<boolean> {
  const { operator, agent } = actorOf(call)
  const program = call.caller.apiKey ? agent : null
  const minutes = program === null ? SAME_READING_MINUTES : SAME_READING_OF_PROGRAM_MINUTES
  const { rows } = await sql`
    select from audit_entry
    where member_id = ${member} and action = 'data.read' and operator_id = ${operator}
      and at > now() - make_interval(mins => ${minutes})
      and ${program === null ? sql`coalesce(agent, '') not like 'API key %'` : sql`agent = ${program}`} limit 1`.execute(
    db,
  )
  return rows.length > 0
}
