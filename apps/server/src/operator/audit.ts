import type { readAudit as route } from '@trefoil/contract/operator/audit'
import type { QueryOf, ReplyOf } from '@trefoil/contract/route'
import { sql } from 'kysely'
import { consoleHistory, olderThan, readPage } from '../db/paging.ts'
import type { OperatorContext } from './context.ts'
import { iso, personOf, within } from './shapes.ts'

type Log = ReplyOf<typeof route>['data']
type Row = Omit<Log['lines'][number], 'id' | 'at'> & { id: string; at: Date }

export async function readAuditLog({ db, keyring }: OperatorContext, query: QueryOf<typeof route>): Promise<Log> {
  const { action, operator, member } = query
  const { rows, next_cursor } = await readPage<Row>(consoleHistory(keyring, 'audit'), query, {
    sources: [
      ({ after, limit }) =>
        sql<Row>`
        select x.id, x.at, x.action, ${personOf('x.operator_id')} as operator, ${personOf('x.member_id')} as member,
          x.subject, x.why, host(x.address) as address, x.agent, x.details
        from audit_entry x where ${olderThan('x.id', after)} and ${within('x.at', query)}
          ${action ? sql`and x.action = ${action}` : sql``}
          ${operator ? sql`and x.operator_id = ${operator}` : sql``}
          ${member ? sql`and x.member_id = ${member}` : sql``}
        order by x.id desc limit ${limit}`.execute(db),
    ],
    positionOf: ({ id }) => id,
  })
  return { lines: rows.map((row) => ({ ...row, id: Number(row.id), at: iso(row.at) })), next_cursor }
}
