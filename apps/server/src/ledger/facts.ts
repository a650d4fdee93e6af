import type { MemberId } from '@trefoil/core/ledger/account'
import type { Pipeline, Result } from '../db/pipeline.ts'
import { IS_OPEN } from '../db/session-times.ts'
import { KEPT_COLUMNS, keptBalancesFrom, type KeptBalances, type KeptRow } from './balance-row.ts'
import { numbers, texts, words } from './columns.ts'
import type { MemberName, Placed } from './operation.ts'

/** What orders need to be decided, besides the state of the ledger. */
export type Facts = {
  readonly members: ReadonlyMap<MemberId, KeptBalances>
  readonly uplines: ReadonlyMap<MemberId, UplineIds>
  readonly named: ReadonlyMap<string, Named>
  readonly remembered: ReadonlyMap<string, Remembered>
  /** Of the sessions that asked, those that are not open. */
  readonly endedSessions: ReadonlySet<string>
}

/** A member's place never changes. */
export type UplineIds = { readonly sponsor: MemberId | null; readonly above: readonly MemberId[] }
export type Named = { readonly member: MemberId; readonly name: string }

/** The reply stored under an idempotency key. */
export type Remembered = { readonly hash: bigint; readonly reply: string }

/** What need not be asked, because it is at hand. */
export type AtHand = {
  hasMember(member: MemberId): boolean
  uplineOf(member: MemberId): UplineIds | undefined
  named(form: string): Named | undefined
}

const NOTHING_AT_HAND: AtHand = { hasMember: () => false, uplineOf: () => undefined, named: () => undefined }

const statements = {
  uplines: { name: 'uplines', text: 'select id, sponsor, upline from member where id = any($1::int[])' },
  members: {
    name: 'member balances',
    text: `select ${KEPT_COLUMNS} from member_balance
      join account on account.id = member_id join member on member.id = member_id
      where member_id = any(array(
        select unnest($1::int[]) union select unnest(upline || sponsor) from member where id = any($2::int[])))`,
  },
  named: {
    name: 'named',
    text: `select named_by, ${KEPT_COLUMNS} from (
        select id, key_hash::text as named_by from account where key_hash = any($1::bytea[])
        union all
        select id, referral_code from member where referral_code = any($2::text[])
      ) named join account using (id) join member using (id) join member_balance on member_id = id`,
  },
  keys: {
    name: 'keys',
    text: `select source_member, reason, idempotency_key, request_hash, reply
      from unnest($1::int[], $2::journal_reason[], $3::text[]) as asked (member, operation, key)
      join journal on source_member = member and reason = operation and idempotency_key = key`,
  },
  endedSessions: {
    name: 'ended sessions',
    text: `select asked.id from unnest($1::uuid[]) as asked (id) where not exists (
      select from session join account on account.id = account_id where session.id = asked.id and ${IS_OPEN})`,
  },
}

/** Adds the questions to the pipeline. Call the result once it is flushed. */
export function askForFacts(pipeline: Pipeline, placed: readonly Placed[], atHand = NOTHING_AT_HAND): () => Facts {
  const { members, donors } = whomToAsk(placed, atHand)
  const { namedAtHand, names } = namesToAsk(placed, atHand)
  const sessions = placed.flatMap(({ order }) => order.session ?? [])
  const keyed = placed.flatMap(({ order: { key }, operation }) => (key ? { ...key, operation: operation.reason } : []))

  const balances =
    members.length + donors.length > 0
      ? pipeline.send<KeptRow>(statements.members, [numbers(members), numbers(donors)])
      : undefined
  const uplines = donors.length > 0 ? pipeline.send<UplineRow>(statements.uplines, [numbers(donors)]) : undefined
  const named = names.length > 0 ? pipeline.send<NamedRow>(statements.named, namesByKind(names)) : undefined
  const keys =
    keyed.length > 0
      ? pipeline.send<KeyRow>(statements.keys, [
          numbers(keyed.map(({ member }) => member)),
          words(keyed.map(({ operation }) => operation)),
          texts(keyed.map(({ key }) => key)),
        ])
      : undefined
  const ended =
    sessions.length > 0 ? pipeline.send<{ id: string }>(statements.endedSessions, [words(sessions)]) : undefined

  return () => ({
    members: mapOf([...rowsOf(balances), ...rowsOf(named)], (row) => [row.member_id, keptBalancesFrom(row)]),
    uplines: mapOf(rowsOf(uplines), ({ id, sponsor, upline }) => [id, { sponsor, above: upline }]),
    named: new Map([
      ...namedAtHand,
      ...rowsOf(named).map((row) => [row.named_by, { member: row.member_id, name: row.name }] as const),
    ]),
    remembered: mapOf(rowsOf(keys), (row) => [
      rememberedUnder({ member: row.source_member, key: row.idempotency_key }, row.reason),
      { hash: row.request_hash, reply: row.reply },
    ]),
    endedSessions: new Set(rowsOf(ended).map(({ id }) => id)),
  })
}

function whomToAsk(placed: readonly Placed[], atHand: AtHand): { members: MemberId[]; donors: MemberId[] } {
  const touched = new Set<MemberId>()
  const donors: MemberId[] = []
  for (const { touched: by } of placed) {
    for (const member of by.members) touched.add(member)
    if (by.uplineOf === undefined) continue
    const upline = atHand.uplineOf(by.uplineOf)
    if (upline) for (const member of membersIn(upline)) touched.add(member)
    else donors.push(by.uplineOf)
  }
  return { members: [...touched].filter((member) => !atHand.hasMember(member)), donors }
}

/** What is at hand is taken now: until the others are answered, it may be forgotten. */
function namesToAsk(
  placed: readonly Placed[],
  atHand: AtHand,
): { namedAtHand: Map<string, Named>; names: MemberName[] } {
  const namedAtHand = new Map<string, Named>()
  const names: MemberName[] = []
  for (const { touched } of placed) {
    if (!touched.named) continue
    const form = touched.named.texts.find((one) => atHand.named(one))
    const found = form === undefined ? undefined : atHand.named(form)
    if (form !== undefined && found) namedAtHand.set(form, found)
    else names.push(touched.named)
  }
  return { namedAtHand, names }
}

export const membersIn = ({ sponsor, above }: UplineIds): readonly MemberId[] =>
  sponsor === null ? above : [sponsor, ...above]

const namesByKind = (names: readonly MemberName[]): string[] =>
  (['key', 'code'] as const).map((kind) => texts(names.filter(({ by }) => by === kind).flatMap((name) => name.texts)))

/** Keys are remembered per member and operation. */
export const rememberedUnder = ({ member, key }: { member: MemberId; key: string }, operation: string): string =>
  `${member} ${operation} ${key}`

type UplineRow = { id: MemberId; sponsor: MemberId | null; upline: MemberId[] }
type NamedRow = KeptRow & { named_by: string }
type KeyRow = { source_member: MemberId; reason: string; idempotency_key: string; request_hash: bigint; reply: string }

const rowsOf = <Row>(result: Result<Row> | undefined): readonly Row[] => result?.rows ?? []

const mapOf = <Row, Key, Value>(rows: readonly Row[], entry: (row: Row) => [Key, Value]): Map<Key, Value> =>
  new Map(rows.map(entry))
