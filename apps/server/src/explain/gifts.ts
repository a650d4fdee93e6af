import { Refusal } from '@trefoil/core/refusal'
import type { DivisionRecord } from '@trefoil/core/programme/division'
import { sql } from 'kysely'
import { readCauses } from '../causes/read-causes.ts'
import { describeDivision } from '../donations/describe-division.ts'
import { dollars, term, type Explainer } from './explained.ts'

const causeGiven: Explainer = async ({ db }, { query: { cause: slug } }) => {
  const { causes } = await readCauses(db)
  const cause = causes.find((each) => each.slug === slug)
  if (!cause) throw new Refusal('not_found', 'There is no such cause.')
  return {
    value: cause.given,
    terms: [term('usd', 'Paid out', cause.paid_out), term('usd', 'Waiting to be paid out', cause.waiting)],
    entries: null,
  }
}

type Row = { amount: string; cause: string; division: DivisionRecord; sponsor: string | null; reversed: boolean }

/** As the donor saw it right after giving. */
const donation: Explainer = async ({ db }, { member, query }) => {
  const { rows } = await sql<Row>`
    select j.amount, cause.name as cause, division_of(d) as division, sponsor.name as sponsor,
      exists (select from reversal where reverses = j.id) as reversed
    from journal j join donation d on d.journal_id = j.id join cause on cause.id = d.cause_id
    join member on member.id = d.member_id left join account sponsor on sponsor.id = member.sponsor
    where j.reference = ${query.donation} and j.source_member = ${member}`.execute(db)
  const [row] = rows
  if (!row) throw new Refusal('not_found', 'You have no donation with this id.')
  const amount = dollars(BigInt(row.amount))
  return {
    value: amount,
    terms: describeDivision({ ...row, amount }).map((part) =>
      term(
        'usd',
        part.name === null ? capitalised(part.to) : `${capitalised(part.to)}: ${part.name}`,
        part.amount,
        `${part.share} %. ${part.why}${row.reversed ? ' (reversed)' : ''}`,
      ),
    ),
    entries: null,
  }
}

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

export const GIFTS = { cause_given: causeGiven, donation } satisfies Record<string, Explainer>
