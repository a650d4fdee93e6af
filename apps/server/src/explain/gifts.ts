import { minus, negated, parseUsd, toDollars, total, type Usd } from '@trefoil/core/money'
import { Refusal } from '@trefoil/core/refusal'
import type { DivisionRecord } from '@trefoil/core/programme/division'
import { sql } from 'kysely'
import { readCauses } from '../causes/read-causes.ts'
import type { Reader } from '../db/database.ts'
import { describeDivision, type ShownDivision } from '../donations/describe-division.ts'
import { dollars, inDollars, term, type Explainer, type Question } from './explained.ts'
import { say, sayOf, type Said } from './say.ts'

const causeGiven: Explainer = async ({ db }, { query: { cause: slug } }) => {
  const { causes } = await readCauses(db)
  const cause = causes.find((each) => each.slug === slug)
  if (!cause) throw new Refusal('not_found', 'There is no such cause.')
  return {
    value: cause.given,
    terms: [term('usd', say('paid_out'), cause.paid_out), term('usd', say('waiting'), cause.waiting)],
    entries: null,
  }
}

type Row = { amount: string; cause: string; division: DivisionRecord; sponsor: string | null; reversed: boolean }
type Gift = { amount: number; division: ShownDivision; reversed: boolean }
type Share = ShownDivision[number]

/** As the donor saw it right after giving. */
async function readGift(db: Reader, { member, query }: Question): Promise<Gift> {
  const { rows } = await sql<Row>`
    select j.amount, cause.name as cause, division_of(d) as division, sponsor.name as sponsor,
      exists (select from reversal where reverses = j.id) as reversed
    from journal j join donation d on d.journal_id = j.id join cause on cause.id = d.cause_id
    join member on member.id = d.member_id left join account sponsor on sponsor.id = member.sponsor
    where j.reference = ${query.donation} and j.source_member = ${member}`.execute(db)
  const [row] = rows
  if (!row) throw new Refusal('not_found', 'You have no donation with this id.')
  const amount = dollars(BigInt(row.amount))
  return { amount, division: describeDivision({ ...row, amount }), reversed: row.reversed }
}

const donation: Explainer = async ({ db }, question) => {
  const { amount, division, reversed } = await readGift(db, question)
  return {
    value: amount,
    terms: division.map((share) => {
      const note = sayOf(why(share), 'with_percent', { share: share.share })
      return term('usd', named(share), share.amount, reversed ? sayOf(note, 'reversed') : note)
    }),
    entries: null,
  }
}

const donationPart: Explainer = async ({ db }, question) => {
  const { amount, division, reversed } = await readGift(db, question)
  const parts = partOf(division, question.query.part ?? '', amount)
  if (parts.length === 0) throw new Refusal('not_found', 'This donation has no such part.')
  return {
    value: toDollars(total(parts.map(({ value }) => units(value)))),
    terms: parts.map(({ label, value, note }) => term('usd', label, value, reversed ? sayOf(note, 'reversed') : note)),
    entries: null,
  }
}

const units = (value: number): Usd => (value < 0 ? negated(parseUsd(-value)) : parseUsd(value))
const less = (a: number, b: number): number => toDollars(minus(parseUsd(a), parseUsd(b)))

type Part = { label: Said; value: number; note: Said }

function partOf(division: ShownDivision, part: string, given: number): Part[] {
  const cause = division.filter(({ to }) => to === 'cause')
  const passedOn = division
    .filter(({ to, due, amount }) => to !== 'cause' && amount < due)
    .map((share) => ({ label: named(share), value: less(share.due, share.amount), note: why(share) }))
  const promised = cause.map((share) => dueOf(share, given))
  if (part === 'promised') return promised
  if (part === 'passed_on') return passedOn
  if (part === 'cause') return [...promised, ...passedOn]
  const [, first, last = first] = /^level_(\d+)(?:-(\d+))?$/.exec(part) ?? []
  const asked = division.filter(({ to }) => {
    const level = Number(/^level (\d+)$/.exec(to)?.[1])
    return first === undefined ? to === part : level >= Number(first) && level <= Number(last)
  })
  return asked.flatMap((share) => [
    dueOf(share, given),
    ...(share.amount < share.due
      ? [{ label: sayOf(named(share), 'less_not_paid'), value: less(share.amount, share.due), note: why(share) }]
      : []),
  ])
}

const dueOf = (share: Share, given: number): Part => ({
  label: sayOf(named(share), 'percent_of', { share: share.share, amount: inDollars(given) }),
  value: share.due,
  note: say(share.to === 'cause' ? 'rest_of_rounding' : 'rounded_down'),
})

const why = (share: Share): Said => ({ text: share.why, means: [{ code: share.why_code, params: {} }] })

function named({ to, name }: Share): Said {
  const [, level] = /^level (\d+)$/.exec(to) ?? []
  if (level !== undefined) return say('level', { level: Number(level) })
  if (to === 'operations') return say('operations')
  if (to === 'sponsor') return name === null ? say('sponsor') : say('sponsor_named', { name })
  return name === null ? say('cause') : say('cause_named', { name })
}

export const GIFTS = {
  cause_given: causeGiven,
  donation,
  donation_part: donationPart,
} satisfies Record<string, Explainer>
