import type { EntryMeaning } from '@trefoil/contract/activity-values'
import type { ReplyOf } from '@trefoil/contract/route'
import type { activityHistory } from '@trefoil/contract/activities'
import type { MemberId } from '@trefoil/core/ledger/account'
import { toDollars, usd } from '@trefoil/core/money'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { olderThan, readPage, type PageQuery, type Range } from '../db/paging.ts'
import { readMasks, seenDonor, type Masks } from '../members/person.ts'
import type { Keyring } from '../secrets/keyring.ts'
import { describeEntry, iconOf, typeOf, type EntryFacts } from './describe-entry.ts'
import { meaningOfEntry, meaningOfNote } from './entry-meaning.ts'
import { readReasons } from './reasons.ts'
import { describeOriginal, idOfOriginal, meaningOfReversal, readOriginals, type Original } from './reversals.ts'

type Activity = ReplyOf<typeof activityHistory>['data']['activities'][number]
type Moment = { at: Date; position: string }
type Money = Moment & {
  origin: 'impact' | 'available'
  journal: string
  reference: string
  shown_elsewhere: boolean
  reversal_of: NonNullable<Activity['metadata']['reversal_of']> | null
  /** Of a reversal that names what it took back. */
  reversal?: EntryMeaning
} & EntryFacts
type Note = Moment & { origin: 'activity'; type: string; description: string }
type Row = Money | Note
type EntryRow = Omit<Money, 'why' | 'original' | 'reversal_of' | 'reversal'> & { is_referral: boolean | null }

/** Ledger entries and activity notes: a range of one index each, merged, newest first. */
export async function readActivities(
  { db, keyring }: { db: Database; keyring: Keyring },
  accountId: MemberId,
  query: PageQuery,
): Promise<ReplyOf<typeof activityHistory>['data']> {
  const history = { keyring, name: 'activities', reader: accountId }
  const masks = await readMasks(db)
  const { rows, next_cursor } = await readPage<Row>(history, query, {
    sources: [
      (range) => readEntries(db, { member: accountId, account: 'impact', masks }, range),
      (range) => readEntries(db, { member: accountId, account: 'available', masks }, range),
      (range) => readNotes(db, accountId, range),
    ],
    positionOf: ({ position }) => position,
    comesBefore: isNewer,
    // Hidden here rather than in the query, so that a page does not read more if many of them follow one another.
    isHidden: (row) => row.origin !== 'activity' && row.shown_elsewhere,
  })
  return { activities: rows.map(tell), next_cursor }
}

/** Journals of one batch have the same time: their ids say which is later. */
function isNewer(a: Row, b: Row): boolean {
  if (a.at.getTime() !== b.at.getTime() || a.origin === 'activity' || b.origin === 'activity') return a.at > b.at
  return BigInt(a.journal) > BigInt(b.journal)
}

function tell(row: Row): Activity {
  const created_at = row.at.toISOString()
  if (row.origin === 'activity') {
    const { type, description } = row
    return { icon: iconOf(type), created_at, description, ...meaningOfNote(description), type, metadata: {} }
  }
  const { type, description, direction } = describeEntry(row)
  const amount = Math.abs(toDollars(usd(BigInt(row.amount))))
  const { reversed, reversal_of } = row
  return {
    icon: iconOf(type),
    created_at,
    description,
    ...(row.reversal ?? meaningOfEntry(row)),
    type,
    metadata: {
      amount,
      direction,
      ...(reversed && { reversed }),
      place: { account: row.origin, sequence: row.position },
      ...(isOfOthers(row) ? {} : { entry: { reference: row.reference, account: row.origin, sequence: row.position } }),
      ...(reversal_of && { reversal_of }),
    },
  }
}

/** A share of another member's donation, or what takes it back: both are written under the donation's reference. */
function isOfOthers({ reason, amount, reversal_of: original }: Money): boolean {
  if (!original) return reason === 'donation' && BigInt(amount) > 0n
  const { _id: known } = original
  return known === null
}

type EntryAccount = { member: MemberId; account: 'impact' | 'available'; masks: Masks }

async function readEntries(db: Database, { member, account, masks }: EntryAccount, { after, limit }: Range) {
  const { rows } = await sql<EntryRow>`
    select ${account}::text as origin, e.sequence as position, j.id as journal, j.created_at as at, e.amount, e.share, j.reason, j.source,
      a.name as other, m.sponsor = ${member} as is_referral, j.reference,
      exists (select from reversal where reverses = j.id) as reversed, ${CAUSE} as cause,
      ${ARRIVES_FROM_ONESELF} or ${PART_OF_DONATION} as shown_elsewhere
    from entry e
    join journal j on j.id = e.journal_id
    left join account a on a.id = case when e.amount > 0 then j.source_member else j.target_member end
      and a.id <> ${member}
    left join member m on m.id = a.id
    where e.member_id = ${member} and e.account = ${account}::ledger_account and ${olderThan('e.sequence', after)}
    order by e.sequence desc limit ${limit}`.execute(db)
  const reasons = await readReasons(db, rows.map(reasonedBy))
  const originals = await readOriginals(
    db,
    rows.filter(({ reason }) => reason === 'reversal').map(({ journal }) => journal),
    { member, masks },
  )
  return {
    rows: rows.map(({ is_referral: isReferral, ...entry }): Money => {
      const { other, reason } = entry
      const isDonor = other !== null && reason === 'donation'
      const row = {
        ...entry,
        other: isDonor ? seenDonor({ name: other, isReferral: isReferral ?? false }, masks) : other,
      }
      const original = originals.get(row.journal)
      return original
        ? { ...row, ...reversalOf(original, row.amount) }
        : { ...row, why: reasons.get(reasonedBy(row)) ?? null, original: null, reversal_of: null }
    }),
  }
}

/** What the operators' reason is found by. */
const reasonedBy = ({ reason, reference }: Pick<Money, 'reason' | 'reference'>): string | null =>
  reason === 'adjustment' ? reference : null

type Reversal = Pick<Money, 'amount' | 'why' | 'original' | 'reversal' | 'reversal_of'>

/** A donation comes back from everybody who had a share, but is shown once, as a whole. */
function reversalOf(original: Original, units: string): Reversal {
  const arrives = BigInt(units) > 0n
  return {
    amount: arrives && original.reason === 'donation' ? original.amount : units,
    why: original.why,
    original: describeOriginal(original, arrives),
    reversal: meaningOfReversal(original, arrives),
    reversal_of: {
      type: typeOf(original.reason, !arrives),
      created_at: original.at.toISOString(),
      _id: idOfOriginal(original, arrives),
    },
  }
}

/** Moving earnings into one's own impact balance is one event, shown where the money left. */
const ARRIVES_FROM_ONESELF = sql.raw(
  `e.amount > 0 and e.account = 'impact' and j.reason = 'transfer' and j.source = 'available'`,
)

/** Of what left: whoever has a share of a donation sees no more than that. */
export const CAUSE = sql.raw(
  `case when e.amount < 0 then (select name from cause where id = case j.reason when 'closing' then -j.target_member
    when 'donation' then (select cause_id from donation d where d.journal_id = j.id) end) end`,
)

/** A reversed donation is shown with the first of its journals. */
const PART_OF_DONATION = sql.raw(
  `(e.amount > 0 and j.reason = 'reversal' and e.share <> 'whole'
    and not exists (select from reversal where first_journal = j.id))`,
)

const readNotes = (db: Database, accountId: number, { after, limit }: Range) =>
  sql<Note>`
    select 'activity' as origin, id as position, created_at as at, type, description from activity
    where account_id = ${accountId} and ${olderThan('id', after)} order by id desc limit ${limit}`.execute(db)
