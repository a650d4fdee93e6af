import type { Generated } from 'kysely'
import type { Timestamp } from './column-types.ts'

export type DocumentKind = 'terms' | 'privacy' | 'risk'

export type ConsentTables = {
  legal_document: {
    kind: DocumentKind
    version: number
    text: string
    hash: string
    turn: number
    published_at: Timestamp
    proposal_id: number
  }
  consent_rule: {
    version: number
    only_these: boolean
    countries: string[]
    minimum_age: number | null
    waiting_hours: number
    turn: number
    decided_at: Timestamp
    proposal_id: number
  }
  agreement: {
    id: Generated<string>
    member_id: number
    turn: number
    agreed_at: Timestamp
    minimum_age: number | null
    country_box: Buffer | null
  }
  agreed_document: { agreement_id: string; kind: DocumentKind; version: number; hash: string }
}
