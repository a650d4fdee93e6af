import type { listConsoleDocuments } from '@trefoil/contract/operator/documents'
import { PEOPLE, type DataOf } from './people.ts'
import { LONG } from './values.ts'

const [proposer, second] = PEOPLE as [(typeof PEOPLE)[number], (typeof PEOPLE)[number]]

const documents = (['terms', 'privacy', 'risk'] as const).map((kind, index) => ({
  kind,
  versions: [2, 1].map((back) => ({
    version: 1_000_000 + back,
    hash: 'f'.repeat(64),
    published_at: LONG.instant,
    proposal: LONG.whole - 10 * index - back,
    proposed_by: proposer,
    agreed_by: second,
    agreed: LONG.whole,
  })),
  waiting: [
    {
      proposal: LONG.whole - 10 * index - 3,
      proposed_by: proposer,
      proposed_at: LONG.instant,
      why: proposer.name.repeat(3),
    },
  ],
})) satisfies DataOf<typeof listConsoleDocuments>['documents']

const rules = {
  only_these: true,
  countries: Array.from({ length: 200 }, () => 'WW'),
  minimum_age: 120,
  waiting_hours: 8760,
}

export const DOCUMENTS_REPLIES: Record<string, unknown> = {
  '/operator/documents': { success: true, message: '', data: { documents, rules, waiting_rules: [] } },
}
