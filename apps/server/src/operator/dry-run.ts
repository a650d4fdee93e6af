import type { dryRunProgramme as route } from '@trefoil/contract/operator/programme'
import type { BodyOf, ReplyOf } from '@trefoil/contract/route'
import { newMemberBalances, type EarningWindow } from '@trefoil/core/ledger/member-balances'
import { minus, NOTHING, parseUsd, plus, toDollars, usd, type Usd } from '@trefoil/core/money'
import { isEarning } from '@trefoil/core/ledger/journal'
import { divide, type DivisionRecord } from '@trefoil/core/programme/division'
import { readProgramme } from '@trefoil/core/programme/programme-record'
import type { Programme } from '@trefoil/core/programme/programme'
import { minimumDonation, windowAfterDonation } from '@trefoil/core/programme/standing'
import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { OperatorContext } from './context.ts'
import { iso, type Person } from './shapes.ts'

type Answer = ReplyOf<typeof route>['data']

const DONATIONS_DEFAULT = 1000
const MEMBERS_SHOWN = 100

/**
 * Divides the latest donations again, in order. Everybody starts with the window they really had, and continues with
 * what they would have earned. Writes nothing.
 */
export async function dryRun({ db }: OperatorContext, body: BodyOf<typeof route>): Promise<Answer> {
  const programme = readProgramme(1, body.rules)
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const donations = await readDonations(tx, body.donations_max ?? DONATIONS_DEFAULT)
      const [first] = donations
      if (!first) return { donations: 0, from: null, refused: 0, was: sums([]), would_be: sums([]), members: [] }
      const windows = await readWindows(tx, donations, first.journal_id)
      const { rows: replayed, refused } = replay(programme, donations, windows)
      const was = donations.flatMap(({ division }) =>
        division.map((row) => ({ ...row, paid: parseUsd(row.paid) }) satisfies Row),
      )
      return {
        donations: donations.length,
        from: iso(first.created_at),
        refused,
        was: sums(was),
        would_be: sums(replayed),
        members: await differences(tx, was, replayed),
      }
    })
}

type Row = { share: DivisionRecord[number]['share']; member: number | null; paid: Usd }
type Donation = {
  journal_id: string
  created_at: Date
  amount: string
  member_id: number
  division: DivisionRecord
  sponsor: number | null
  upline: number[]
}

async function readDonations(tx: Tx, max: number): Promise<Donation[]> {
  const { rows } = await sql<Donation>`
    select d.journal_id, j.created_at, j.amount, d.member_id, division_of(d) as division, m.sponsor, m.upline
    from donation d join journal j on j.id = d.journal_id join member m on m.id = d.member_id
    where not exists (select from reversal where reverses = d.journal_id)
    order by d.journal_id desc limit ${max}`.execute(tx)
  return rows.toReversed()
}

/** As they were right before the first of these donations. */
async function readWindows(tx: Tx, donations: Donation[], first: string): Promise<Map<number, EarningWindow>> {
  const involved = new Set(
    donations.flatMap(({ member_id, sponsor, upline }) => [
      member_id,
      ...upline,
      ...(sponsor === null ? [] : [sponsor]),
    ]),
  )
  const { rows } = await sql<{ id: number; stage: number; last_donation: string; earned: string }>`
    select m.id, coalesce(opened.stage, 0) as stage, coalesce(opened.amount, 0) as last_donation, coalesce((
        select sum(e.amount) from entry e where e.member_id = m.id and e.account = 'available'
          and e.journal_id > coalesce(opened.id, 0) and e.journal_id < ${first}::bigint
          and e.share not in ('whole', 'dust', 'cause', 'operations')
          and not exists (select from reversal where reverses = e.journal_id)), 0) as earned
    from unnest(${[...involved]}::int[]) m (id)
    left join lateral (
      select j.id, j.amount, d.stage from journal j join donation d on d.journal_id = j.id
      where j.source_member = m.id and j.reason = 'donation' and j.id < ${first}::bigint
        and not exists (select from reversal where reverses = j.id) order by j.id desc limit 1
    ) opened on true`.execute(tx)
  return new Map(
    rows.map((row) => [
      row.id,
      { stage: row.stage, lastDonation: usd(BigInt(row.last_donation)), earned: usd(BigInt(row.earned)) },
    ]),
  )
}

function replay(programme: Programme, donations: Donation[], windows: Map<number, EarningWindow>) {
  const balances = (id: number) => ({
    ...newMemberBalances(id),
    window: windows.get(id) ?? newMemberBalances(id).window,
  })
  const rows: Row[] = []
  let refused = 0
  for (const { member_id: donor, amount: units, sponsor, upline } of donations) {
    const amount = usd(BigInt(units))
    const { window } = balances(donor)
    if (amount < minimumDonation(programme.stages, window.stage)) {
      refused += 1
      continue
    }
    const above = { sponsor: sponsor === null ? null : balances(sponsor), above: upline.map(balances) }
    for (const row of divide(programme, above, amount)) {
      rows.push(row)
      if (row.member === null || row.paid === NOTHING) continue
      const earner = balances(row.member).window
      windows.set(row.member, { ...earner, earned: plus(earner.earned, row.paid) })
    }
    windows.set(donor, windowAfterDonation(programme.stages, window, amount))
  }
  return { rows, refused }
}

function sums(rows: readonly Row[]): Answer['was'] {
  const of = (isCounted: (share: Row['share']) => boolean) =>
    toDollars(rows.reduce((all, { share, paid }) => (isCounted(share) ? plus(all, paid) : all), NOTHING))
  return {
    donated: of(() => true),
    cause: of((share) => share === 'cause'),
    operations: of((share) => share === 'operations'),
    sponsors: of((share) => share === 'sponsor'),
    levels: of((share) => share.startsWith('level_')),
  }
}

async function differences(tx: Tx, was: readonly Row[], wouldBe: readonly Row[]): Promise<Answer['members']> {
  const before = earnedBy(was)
  const after = earnedBy(wouldBe)
  const changes = [...new Set([...before.keys(), ...after.keys()])].map((id) => {
    const [old, next] = [before.get(id) ?? NOTHING, after.get(id) ?? NOTHING]
    return { id, was: old, wouldBe: next, difference: minus(next, old) }
  })
  const size = (amount: bigint) => (amount < 0n ? -amount : amount)
  const shown = changes
    .filter(({ difference }) => difference !== NOTHING)
    .toSorted((a, b) => Number(size(b.difference) - size(a.difference)) || a.id - b.id)
    .slice(0, MEMBERS_SHOWN)
  const { rows: people } = await sql<Person>`
    select id, name, email from account where id = any(${shown.map(({ id }) => id)}::int[])`.execute(tx)
  const named = new Map(people.map((person) => [person.id, person]))
  return shown.map(({ id, was: old, wouldBe: next, difference }) => ({
    ...(named.get(id) ?? { id, name: '', email: '' }),
    was: toDollars(old),
    would_be: toDollars(next),
    difference: toDollars(difference),
  }))
}

function earnedBy(rows: readonly Row[]): Map<number, Usd> {
  const earned = new Map<number, Usd>()
  for (const { share, member, paid } of rows)
    if (member !== null && isEarning(share)) earned.set(member, plus(earned.get(member) ?? NOTHING, paid))
  return earned
}
