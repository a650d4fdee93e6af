import type { listConsoleDocuments, readConsoleDocument as route } from '@trefoil/contract/operator/documents'
import type { ReplyOf } from '@trefoil/contract/route'
import { Refusal } from '@trefoil/core/refusal'
import { sql } from 'kysely'
import { renderStory } from '../../causes/render-story.ts'
import { readConsentRules } from '../../consent/rules.ts'
import type { DocumentKind } from '../../db/consent-tables.ts'
import { ORDER } from '../../members/agreements.ts'
import type { OperatorContext } from '../context.ts'
import type { ConsentRuleDetails } from './publish-document.ts'
import { iso, personOf, type Person } from '../shapes.ts'

type List = ReplyOf<typeof listConsoleDocuments>['data']
type Found = ReplyOf<typeof route>['data']

export async function readConsoleDocuments({ db }: OperatorContext): Promise<List> {
  const [versions, open, rules] = await Promise.all([readVersions(db), readOpen(db), readConsentRules(db)])
  const { onlyThese, countries, minimumAge, waitingHours } = rules
  return {
    documents: ORDER.map((kind) => ({
      kind,
      versions: versions
        .filter((version) => version.kind === kind)
        .map(({ version, hash, published_at: at, proposal, proposed_by, agreed_by, agreed }) => ({
          version,
          hash,
          published_at: iso(at),
          proposal,
          proposed_by,
          agreed_by,
          agreed,
        })),
      waiting: open.filter(({ details }) => details.document === kind).map(waitingOf),
    })),
    rules: {
      only_these: onlyThese,
      countries: [...countries],
      minimum_age: minimumAge,
      waiting_hours: waitingHours,
    },
    waiting_rules: open
      .filter((one) => one.kind === 'consent_rule')
      .map((one) => ({ ...waitingOf(one), ...(one.details as ConsentRuleDetails) })),
  }
}

type Version = Omit<List['documents'][number]['versions'][number], 'published_at'> & {
  kind: DocumentKind
  published_at: Date
}

async function readVersions(db: OperatorContext['db']): Promise<Version[]> {
  const { rows } = await sql<Version>`
    select d.kind, d.version, d.hash, d.published_at, d.proposal_id as proposal,
      ${personOf('p.proposed_by')} as proposed_by, ${personOf('p.decided_by')} as agreed_by,
      (select count(*)::int from agreed_document a where a.kind = d.kind and a.version = d.version) as agreed
    from legal_document d join proposal p on p.id = d.proposal_id order by d.version desc`.execute(db)
  return rows
}

type Open = {
  proposal: number
  kind: 'document' | 'consent_rule'
  why: string
  proposed_at: Date
  proposed_by: Person
  details: { document?: DocumentKind } | ConsentRuleDetails
} & { details: { document?: DocumentKind } }

async function readOpen(db: OperatorContext['db']): Promise<Open[]> {
  const { rows } = await sql<Open>`
    select p.id as proposal, p.kind, p.why, p.proposed_at, p.details - 'text' as details,
      ${personOf('p.proposed_by')} as proposed_by
    from proposal p where p.state = 'open' and p.kind in ('document', 'consent_rule') order by p.id`.execute(db)
  return rows
}

const waitingOf = ({ proposal, why, proposed_at: at, proposed_by }: Open) => ({
  proposal,
  why,
  proposed_at: iso(at),
  proposed_by,
})

/** Published or not: each has a proposal. */
export async function readConsoleDocument({ db }: OperatorContext, proposal: number): Promise<Found> {
  const { rows } = await sql<Omit<Found, 'html'>>`
    select p.details ->> 'document' as kind, d.version, p.details ->> 'text' as text,
      (select b.text from legal_document b where b.kind = p.details ->> 'document'
        and b.version < coalesce(d.version, 2147483647) order by b.version desc limit 1) as before
    from proposal p left join legal_document d on d.proposal_id = p.id
    where p.id = ${proposal} and p.kind = 'document'`.execute(db)
  if (!rows[0]) throw new Refusal('not_found', 'There is no such document.')
  return { ...rows[0], html: renderStory(rows[0].text) }
}

export const previewDocument = (text: string): { html: string } => ({ html: renderStory(text) })
