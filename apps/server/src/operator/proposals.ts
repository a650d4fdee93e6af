import type { listProposals } from '@trefoil/contract/operator/proposals'
import type { QueryOf, ReplyOf } from '@trefoil/contract/route'
import { Refusal } from '@trefoil/core/refusal'
import { sql } from 'kysely'
import type { Reader } from '../db/database.ts'
import { consoleHistory, olderThan, readPage } from '../db/paging.ts'
import type { OperatorContext } from './context.ts'
import { iso, isoOrNull, personOf } from './shapes.ts'

type List = ReplyOf<typeof listProposals>['data']
export type ProposalView = List['proposals'][number]

type Row = Omit<ProposalView, 'proposed_at' | 'decided_at'> & { proposed_at: Date; decided_at: Date | null }

const PROPOSAL = sql`
  select p.id, p.kind, p.state, p.summary, p.why, p.details - 'text' as details, p.proposed_at, p.decided_at, p.decision,
    ${personOf('p.member_id')} as member, ${personOf('p.proposed_by')} as proposed_by,
    ${personOf('p.decided_by')} as decided_by
  from proposal p`

const viewOf = (row: Row): ProposalView => ({
  ...row,
  proposed_at: iso(row.proposed_at),
  decided_at: isoOrNull(row.decided_at),
})

export async function readProposals(
  { db, keyring }: OperatorContext,
  query: QueryOf<typeof listProposals>,
): Promise<List> {
  const { state } = query
  const { rows, next_cursor } = await readPage<Row>(consoleHistory(keyring, `proposals ${state ?? 'all'}`), query, {
    sources: [
      ({ after, limit }) =>
        sql<Row>`${PROPOSAL}
        where ${olderThan('p.id', after)} ${state ? sql`and p.state = ${state}` : sql``}
        order by p.id desc limit ${limit}`.execute(db),
    ],
    positionOf: ({ id }) => id,
  })
  return { proposals: rows.map(viewOf), next_cursor }
}

export async function readProposal(db: Reader, id: number): Promise<ProposalView> {
  const { rows } = await sql<Row>`${PROPOSAL} where p.id = ${id}`.execute(db)
  if (!rows[0]) throw new Refusal('not_found', 'There is no such proposal.')
  return viewOf(rows[0])
}
