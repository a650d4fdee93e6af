import type { auditAction } from '@trefoil/contract/operator/audit'
import type { z } from 'zod'
import type { Tx } from '../db/database.ts'
import type { Statement, Value } from '../db/flight.ts'

/** What an operator did: who, from where, to whom and why. */
export type Act = {
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

/** Part of the transaction of the act: one is not without the other. */
export async function recordAct(tx: Tx, act: Act): Promise<void> {
  await tx
    .insertInto('act')
    .values({
      action: act.action,
      operator_id: act.operator,
      member_id: act.member ?? null,
      subject: act.subject ?? null,
      why: act.why,
      address: act.address,
      agent: act.agent,
      details: JSON.stringify(act.details ?? {}),
    })
    .execute()
}

/** The same, where the ledger writes. */
export const insertAct: Statement = {
  name: 'act',
  text: `insert into act (action, operator_id, member_id, subject, why, address, agent, details)
    values ($1, $2::int, $3::int, $4, $5, $6::inet, $7, $8::jsonb)`,
}

export const actValues = (act: Act): Value[] => [
  act.action,
  act.operator,
  act.member ?? null,
  act.subject ?? null,
  act.why,
  act.address,
  act.agent,
  JSON.stringify(act.details ?? {}),
]
