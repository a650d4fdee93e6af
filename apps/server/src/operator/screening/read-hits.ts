import type { listHits } from '@trefoil/contract/operator/screening'
import type { QueryOf, ReplyOf } from '@trefoil/contract/route'
import type { Usd } from '@trefoil/core/money'
import { sql, type RawBuilder } from 'kysely'
import { consoleHistory, newerThan, olderThan, readPage } from '../../db/paging.ts'
import { currentProgramme } from '../../ledger/programme.ts'
import type { AuditedList } from '../audit-read.ts'
import type { OperatorContext } from '../context.ts'
import { takesTwo } from './decide-hit.ts'
import { dollars, iso, isoOrNull, personOf, type Person } from '../shapes.ts'

type Query = QueryOf<typeof listHits>
type List = ReplyOf<typeof listHits>['data']
export type HitView = List['hits'][number]

export const hitList: AuditedList<Query, List> = { list: 'screening', read: readHits }

async function readHits(context: OperatorContext, query: Query): Promise<List> {
  const { show = 'open', member } = query
  const isOldestFirst = show === 'open' && member === undefined
  const which = sql`${show === 'open' ? sql`h.state = 'open'` : sql`true`}
    ${member === undefined ? sql`` : sql`and h.owner_id = ${member}`}`
  const { rows, next_cursor } = await readPage(
    consoleHistory(context.keyring, `screening ${show} ${member ?? ''}`),
    query,
    {
      sources: [
        async ({ after, limit }) => ({
          rows: await select(
            context,
            isOldestFirst
              ? sql`${which} and ${newerThan('h.id', after)} order by h.id limit ${limit}`
              : sql`${which} and ${olderThan('h.id', after)} order by h.id desc limit ${limit}`,
          ),
        }),
      ],
      positionOf: ({ id }) => String(id),
    },
  )
  return { hits: rows, next_cursor }
}

type Row = Omit<HitView, 'amount' | 'found_at' | 'decided_at' | 'approvals'> & {
  owner_id: number
  amount: string | null
  found_at: Date
  decided_at: Date | null
  first_by: Person | null
}

async function select({ db }: OperatorContext, which: RawBuilder<unknown>): Promise<HitView[]> {
  const { twoPersonsAbove } = await currentProgramme(db)
  const { rows } = await sql<Row>`
    select h.id, h.moment, h.owner_id, h.address, h.provider, h.reason, h.amount, h.state, h.found_at, h.decided_at,
      h.decision, ${personOf('h.first_released_by')} as first_by, ${personOf('h.owner_id')} as member,
      coalesce((select name from account where id = h.owner_id), (select name from cause where id = -h.owner_id),
        'Operations') as owner,
      (select name from account where id = h.decided_by) as decided_by, coalesce(w.reference, d.reference) as reference
    from screening_hit h left join withdrawal w on w.id = h.withdrawal_id left join deposit d on d.id = h.deposit_id
    where ${which}`.execute(db)
  return rows.map((row) => viewOf(row, twoPersonsAbove))
}

const viewOf = ({ owner_id: owner, first_by, ...row }: Row, twoPersonsAbove: Usd): HitView => ({
  ...row,
  amount: row.amount === null ? null : dollars(row.amount),
  found_at: iso(row.found_at),
  decided_at: isoOrNull(row.decided_at),
  approvals: { needed: takesTwo({ ...row, owner }, twoPersonsAbove) ? 2 : 1, first_by },
})
