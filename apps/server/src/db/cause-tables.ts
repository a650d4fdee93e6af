import type { CauseState } from '@trefoil/core/programme/choose-cause'
import type { Generated, JSONColumnType } from 'kysely'
import type { Timestamp } from './column-types.ts'

/** Who receives donations. */
export type CauseTables = {
  cause: {
    id: Generated<number>
    slug: string
    name: string
    state: Generated<CauseState>
    created_at: Timestamp
    summary: Generated<string>
    /** CommonMark. */
    story: Generated<string>
    /** The name of a picture. */
    picture: string | null
    picture_description: Generated<string>
    legal_name: Generated<string>
    country: string | null
    registration_number: Generated<string>
    link: Generated<string>
    deductible: JSONColumnType<{ jurisdiction: string; words: string }[], string | undefined>
    payout_address: string | null
    payout_address_from: Date | null
    payout_address_by: number | null
    /** Of what is written. */
    text_version: Generated<number>
    written_by: number | null
    written_at: Date | null
  }
  picture: { name: string; width: number; height: number; large: Buffer; small: Buffer; added_at: Timestamp }
  cause_update: {
    id: Generated<number>
    cause_id: number
    title: string
    text: string
    posted_by: number
    posted_at: Timestamp
  }
  cause_update_revision: {
    update_id: number
    revision: number
    /** Null: it was withdrawn. */
    title: string | null
    text: string | null
    made_by: number
    made_at: Timestamp
  }
  cause_update_picture: { update_id: number; place: number; picture: string; description: string }
  cause_donor: { cause_id: number; member_id: number; donations: number }
  cause_count: { cause_id: number; donors: number }
}
