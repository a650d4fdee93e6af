import type { Generated } from 'kysely'
import type { Timestamp } from './column-types.ts'

/** What members really got. */
export type FactsTables = {
  facts: {
    id: Generated<string>
    day: string
    made_at: Timestamp
    /** Canonical JSON. */
    figures: string
  }
  facts_cohort: {
    month: string
    months_after: number
    people: number
    earned_nothing: number
    got_back_less: number
  }
}
