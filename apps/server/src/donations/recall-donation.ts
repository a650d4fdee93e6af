import type { MemberId } from '@trefoil/core/ledger/account'
import type { DivisionRecord } from '@trefoil/core/programme/division'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import type { KeptThanks, Thanks } from './donate.ts'

type Row = { slug: string; name: string; division: DivisionRecord; sponsor: string | null }

/** A repeated request gets the same reply: what was not kept with its key is read from the donation. */
export async function recallDonation(db: Database, member: MemberId, thanks: KeptThanks): Promise<Thanks> {
  const { rows } = await sql<Row>`
    select cause.slug, cause.name, division_of(d) as division, sponsor.name as sponsor
    from journal j join donation d on d.journal_id = j.id join cause on cause.id = d.cause_id
    join member on member.id = d.member_id left join account sponsor on sponsor.id = member.sponsor
    where j.reference = ${thanks.data.donation_id} and j.source_member = ${member}`.execute(db)
  const [row] = rows
  if (!row) throw new Error(`${thanks.data.donation_id} was answered, and is not there`)
  const { division, slug, name, sponsor } = row
  return {
    ...thanks,
    data: {
      ...thanks.data,
      cause: { slug, name },
      division,
      sponsor,
    },
  }
}
