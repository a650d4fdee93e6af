import type { auditAction } from '@trefoil/contract/operator/audit'
import type { z } from 'zod'
import type { Tx } from '../db/database.ts'
import type { Statement, Value } from '../db/pipeline.ts'

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
}

/** Part of the transaction of the entry: one is not without the other. */
export async function recordAudit(tx: Tx, entry: AuditEntry): Promise<void> {
  await tx
    .insertInto('audit_entry')
    .values({
      action: entry.action,
      operator_id: entry.operator,
      member_id: entry.member ?? null,
      subject: entry.subject ?? null,
      why: entry.why,
      address: entry.address,
      agent: entry.agent,
      details: JSON.stringify(entry.details ?? {}),
    })
    .execute()
}

/** The same, where the ledger writes. */
export const insertAuditEntry: Statement = {
  name: 'audit_entry',
  text: `insert into audit_entry (action, operator_id, member_id, subject, why, address, agent, details)
    values ($1, $2::int, $3::int, $4, $5, $6::inet, $7, $8::jsonb)`,
}

export const auditEntryValues = (entry: AuditEntry): Value[] => [
  entry.action,
  entry.operator,
  entry.member ?? null,
  entry.subject ?? null,
  entry.why,
  entry.address,
  entry.agent,
  JSON.stringify(entry.details ?? {}),
]
