import type { searchMembers as route } from '@trefoil/contract/operator/members'
import type { QueryOf, ReplyOf } from '@trefoil/contract/route'
import type { AccountRole } from '@trefoil/contract/shapes'
import { sql } from 'kysely'
import { consoleHistory, olderThan, readPage } from '../db/paging.ts'
import type { AuditedList } from './audit-read.ts'
import type { OperatorContext } from './context.ts'
import { dollars, iso } from './shapes.ts'

type Found = ReplyOf<typeof route>['data']
type Row = {
  id: number
  name: string
  email: string
  role: AccountRole
  referral_code: string | null
  stage: number
  impact: string
  available: string
  held: string
  frozen: boolean
  two_factor: boolean
  joined: Date
}

/**
 * By whatever the member gives us: the beginning of a name or e-mail, or an exact code, number or address. Each has its
 * own index.
 */
async function searchMembers({ db, keyring }: OperatorContext, query: QueryOf<typeof route>): Promise<Found> {
  const words = query.q?.trim() ?? ''
  const { rows, next_cursor } = await readPage<Row>(consoleHistory(keyring, `members ${words}`), query, {
    sources: [
      ({ after, limit }) =>
        sql<Row>`
        select a.id, a.name, a.email, a.role, m.referral_code, coalesce(p.stage, 0) as stage,
          coalesce(p.impact, 0) as impact, coalesce(p.available, 0) as available, coalesce(p.held, 0) as held,
          coalesce(p.frozen, false) as frozen, a.second_factor as two_factor, a.created_at as joined
        from account a left join member m on m.id = a.id left join member_balance p on p.member_id = a.id
        where ${words === '' ? sql`true` : sql`a.id in (${matches(words)})`} and ${olderThan('a.id', after)}
        order by a.id desc limit ${limit}`.execute(db),
    ],
    positionOf: ({ id }) => id,
  })
  return { members: rows.map(viewOf), next_cursor }
}

export const memberList: AuditedList<QueryOf<typeof route>, Found> = {
  list: 'members',
  read: searchMembers,
  found: ({ members }) => members.map(({ id }) => id),
}

function matches(words: string) {
  const lower = words.toLowerCase()
  const beginning = `${lower.replace(/[\\%_]/g, String.raw`\$&`)}%`
  return sql`
    select id from account where lower(name) like ${beginning} or lower(email) like ${beginning}
    union select id from account where lower(name) like ${`% ${beginning}`}
    union select id from member where lower(referral_code) = ${lower}
    union select id from account where id = ${/^\d{1,9}$/.test(words) ? Number(words) : 0}
    union select id from account where lower(wallet_address) = ${lower}
    union select member_id from deposit_address where lower(address) = ${lower}
    union select member_id from withdrawal where reference = ${words}`
}

const viewOf = (row: Row): Found['members'][number] => ({
  ...row,
  impact: dollars(row.impact),
  available: dollars(row.available),
  held: dollars(row.held),
  joined: iso(row.joined),
})
