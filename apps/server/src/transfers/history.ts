import type { ReplyOf } from '@trefoil/contract/route'
import type { transferHistory } from '@trefoil/contract/transfers'
import type { Bond } from '@trefoil/core/identity/privacy'
import type { MemberId } from '@trefoil/core/ledger/account'
import { toDollars, usd } from '@trefoil/core/money'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { olderThan, readPage, type PageQuery } from '../db/paging.ts'
import { seenPerson, type PersonRow } from '../members/person.ts'
import type { Keyring } from '../secrets/keyring.ts'

type Row = PersonRow & {
  id: string
  reference: string
  created_at: Date
  source: 'impact' | 'available'
  source_member: MemberId
  amount: string
  is_referral: boolean
  reversed: boolean
}

/** Sent and received: a range of one index each, merged, newest first. */
export async function readTransfers(
  { db, keyring }: { db: Database; keyring: Keyring },
  member: MemberId,
  query: PageQuery,
): Promise<ReplyOf<typeof transferHistory>['data']> {
  const history = { keyring, name: 'transfers', reader: member }
  const { rows, next_cursor } = await readPage<Row>(history, query, {
    sources: [
      ({ after, limit }) =>
        sql<Row>`
          with newest as (
            (select id from journal where source_member = ${member} and reason = 'transfer' and ${olderThan('id', after)}
            order by id desc limit ${limit})
            -- A transfer to oneself is in both lists, but counts once.
            union
            (select id from journal where target_member = ${member} and reason = 'transfer' and ${olderThan('id', after)}
            order by id desc limit ${limit})
            order by id desc limit ${limit}
          )
          select j.id, j.reference, j.created_at, j.source, j.source_member, j.amount, a.name, a.email, a.email_hidden, a.role,
            (select sponsor from member where id = a.id) = ${member} as is_referral,
            exists (select from reversal where reverses = j.id) as reversed
          from newest join journal j on j.id = newest.id
          join account a on a.id = case when j.source_member = ${member} then j.target_member else j.source_member end
          order by j.id desc`.execute(db),
    ],
    positionOf: ({ id }) => id,
  })
  return {
    transfers: rows.map((row) => ({
      _id: row.reference,
      direction: row.source === 'available' ? 'own' : row.source_member === member ? 'sent' : 'received',
      counterpart: { id: row.reference, ...seenPerson(bondTo(row), row, UNMASKED) },
      created_at: row.created_at.toISOString(),
      amount: toDollars(usd(BigInt(row.amount))),
      status: row.reversed ? 'reversed' : 'completed',
      icon: 'transfer',
    })),
    next_cursor,
  }
}

/** Who sent or got money is known, whatever the team shows. */
const UNMASKED = { masks: false }

const bondTo = ({ source, is_referral: isReferral }: Row): Bond =>
  source === 'available' ? 'self' : isReferral ? 'sponsor' : 'contact'
