import type { auditAction } from '@trefoil/contract/operator/audit'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Database, Tx } from '../db/database.ts'
import type { Pipeline } from '../db/pipeline.ts'

/** What an operator did: who, from where, to whom and why. */
export type AuditEntry = {
  action: z.input<typeof auditAction>
  /** Null: the command line. */
  operator: number | null
  member?: number | undefined
  subject?: string | undefined
  why: string
  address: string | null
  agent: string | null
  details?: Record<string, unknown> | undefined
  /** Not recorded: it leads from the log of whoever posts it back to the operator's request. */
  requestId?: string | undefined
}

/** Parts of an entry that are known only after its work. */
export type AuditFindings = Pick<AuditEntry, 'member' | 'subject' | 'details'>

/** Does the work and writes its audit entry in one transaction. */
export type Act = <Result>(
  entry: AuditEntry,
  work: (tx: Tx) => Promise<Result>,
  findings?: (result: Result) => AuditFindings,
) => Promise<Result>

/** For code that acts as an operator: it gets this instead of a writable database. */
export const actIn =
  (db: Database): Act =>
  (entry, work, findings) =>
    db.transaction().execute(async (tx) => {
      const result = await work(tx)
      // After the work: the entry refers to rows that the work may refuse, such as an unknown member.
      await insertAuditEntry(tx, { ...entry, ...findings?.(result) })
      return result
    })

const COLUMNS = 'action, operator_id, member_id, subject, why, address, agent, details'
const FROM_ROWS = `as n (action text, operator_id int, member_id int, subject text, why text, address inet, agent text,
  details jsonb)`

/** For work that belongs to a second person as well. */
export const insertAuditEntry = (tx: Tx, entry: AuditEntry) =>
  sql`
    insert into audit_entry (${sql.raw(COLUMNS)})
    select ${sql.raw(COLUMNS)} from jsonb_to_recordset(${rowsOf([entry])}::jsonb) ${sql.raw(FROM_ROWS)}`.execute(tx)

/** For operations of the ledger, once per batch. */
export function writeAuditEntries(pipeline: Pipeline, entries: readonly AuditEntry[]): void {
  if (entries.length > 0) pipeline.send(insertAll, [rowsOf(entries)])
}

const insertAll = {
  name: 'audit entries',
  text: `insert into audit_entry (${COLUMNS}) select ${COLUMNS} from jsonb_to_recordset($1::jsonb) ${FROM_ROWS}`,
}

const rowsOf = (entries: readonly AuditEntry[]): string =>
  JSON.stringify(
    entries.map(({ operator, member, details = {}, ...entry }) => ({
      ...entry,
      operator_id: operator,
      member_id: member,
      details,
    })),
  )
