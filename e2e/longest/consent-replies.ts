import type { listDocuments, readAgreements, readDocument } from '@trefoil/contract/consent'
import type { readProfile } from '@trefoil/contract/profile'
import type { ReplyOf } from '@trefoil/contract/route'
import type { publicSettings } from '@trefoil/contract/settings'
import type { DataOf } from './people.ts'
import { LONG } from './values.ts'

const KINDS = ['terms', 'privacy', 'risk'] as const
const NEWEST = LONG.whole
// Of all names of countries the longest, in most languages.
const COUNTRY = 'GS'

// Less than the most that can be typed.
const ALLOWED = 9_876_543_210.98765

const replied = (data: object) => ({ success: true, message: '', data })
const hash = 'f'.repeat(64)
const html = `<h1>${LONG.unbroken}</h1><p>${LONG.prose}</p><ul><li>${LONG.prose}</li></ul><pre><code>${LONG.hash}${LONG.hash}</code></pre>`

const versionOf = (version: number) => ({ version, hash, published_at: LONG.instant })
const newest = KINDS.map((kind) => ({ kind, ...versionOf(NEWEST) }))

const documents: DataOf<typeof listDocuments> = { documents: newest }

const documentOf = (kind: (typeof KINDS)[number], version: number): DataOf<typeof readDocument> => ({
  kind,
  ...versionOf(version),
  html,
  text: LONG.prose,
  versions: [NEWEST, NEWEST - 1, 1].map(versionOf),
})

const agreements: DataOf<typeof readAgreements> = {
  due: {
    documents: newest.map((document) => ({ ...document, html })),
    countries: { only_these: false, countries: [COUNTRY] },
    minimum_age: 120,
  },
  agreed: [120, null].map((age) => ({
    agreed_at: LONG.instant,
    documents: newest.map(({ kind, version }) => ({ kind, version, hash })),
    country: age === null ? null : COUNTRY,
    minimum_age: age,
  })),
}

/** A country that is not let in. */
export const REFUSED_COUNTRY = COUNTRY

/** What is published: the terms in force, and a notice in a version that is not in force any more. */
export const CONSENT_REPLIES: Record<string, unknown> = {
  '/documents': replied(documents),
  '/documents/terms': replied(documentOf('terms', NEWEST)),
  '/documents/privacy': replied(documentOf('privacy', NEWEST - 1)),
  '/users/agreements': replied(agreements),
}

export const withDocuments = (settings: ReplyOf<typeof publicSettings>): Record<string, unknown> => ({
  '/settings/public': replied({ ...settings.data, documents: [...KINDS] }),
})

type Profile = ReplyOf<typeof readProfile>

/** Of a member of whom agreement is asked, and who may withdraw no more than their level allows. */
export const askedOf = (
  { data }: Profile,
  { agreement, moreAt }: { agreement: 'first' | 'again' | null; moreAt: number | null },
): Record<string, unknown> => ({
  '/users/profile': replied({
    ...data,
    balances: { balance: LONG.amount, deposit_balance: LONG.amount, stage_balance: LONG.amount },
    limits: {
      ...data.limits,
      returnable: LONG.amount,
      level: {
        level: 0,
        per_withdrawal: ALLOWED,
        per_month: ALLOWED,
        left: ALLOWED,
        more_at: moreAt,
      },
    },
    consent: { agreement, donate_from: LONG.instant },
  } satisfies Profile['data']),
})
