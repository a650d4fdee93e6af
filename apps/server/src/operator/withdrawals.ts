import type { listWithdrawals, readWithdrawal as readRoute, riskFlag } from '@trefoil/contract/operator/withdrawals'
import type { QueryOf, ReplyOf } from '@trefoil/contract/route'
import { usd, type Usd } from '@trefoil/core/money'
import { judgePayout } from '@trefoil/core/payouts/payout-rule'
import type { WithdrawalState } from '@trefoil/core/payouts/withdrawal-state'
import { Refusal } from '@trefoil/core/refusal'
import type { Programme } from '@trefoil/core/programme/programme'
import { sql, type RawBuilder } from 'kysely'
import type { z } from 'zod'
import { consoleHistory, newerThan, olderThan, readPage } from '../db/paging.ts'
import { currentProgramme } from '../ledger/programme.ts'
import { EMAIL_VERIFIED } from '../payouts/candidates.ts'
import type { OperatorContext } from './context.ts'
import { coins, dollars, iso, isoOrNull, personOf, type Person } from './shapes.ts'

type List = ReplyOf<typeof listWithdrawals>['data']
export type WithdrawalView = List['withdrawals'][number]
type Flag = z.input<typeof riskFlag>

/** Waiting ones oldest first, as they should be decided; otherwise newest first. */
export async function readWithdrawals(context: OperatorContext, query: QueryOf<typeof listWithdrawals>): Promise<List> {
  const show = query.show ?? 'waiting'
  const oldestFirst = show === 'waiting'
  const { rows, next_cursor } = await readPage(consoleHistory(context.keyring, `withdrawals ${show}`), query, {
    sources: [
      async ({ after, limit }) => ({
        rows: await select(
          context,
          sql`${WHICH[show]} and ${oldestFirst ? newerThan('w.id', after) : olderThan('w.id', after)} order by w.id ${oldestFirst ? sql`asc` : sql`desc`} limit ${limit}`,
        ),
      }),
    ],
    positionOf: ({ position }) => position,
  })
  return { withdrawals: rows.map(({ view }) => view), next_cursor }
}

export async function readWithdrawal(
  context: OperatorContext,
  reference: string,
): Promise<ReplyOf<typeof readRoute>['data']> {
  const [found] = await select(context, sql`w.reference = ${reference}`)
  if (!found) throw new Refusal('not_found', 'There is no such withdrawal.')
  const id = found.view.member?.id ?? null
  const [attempts, fees, member, earlier] = await Promise.all([
    sql<AttemptRow>`
      select a.transaction, a.nonce, a.signed_at, a.sent_at, a.advice from sending s
      join sending_attempt a on (a.signer, a.nonce) = (s.signer, s.nonce)
      where s.withdrawal_id = ${found.position}::bigint order by a.signed_at`.execute(context.db),
    sql<{ wei: string | null }>`
      select sum(fee_paid)::text as wei from (
        select fee_paid from sending where withdrawal_id = ${found.position}::bigint
        union all select fee_paid from found_payment where withdrawal_id = ${found.position}::bigint) paid`.execute(
      context.db,
    ),
    sql<MemberRow>`
      select created_at, available, total_deposited, total_donated, total_earned, total_withdrawn
      from account join member_balance on member_id = account.id where account.id = ${id}`.execute(context.db),
    id === null ? [] : memberWithdrawals(context, id, found.position),
  ])
  const [facts] = member.rows
  const { wei } = fees.rows[0] ?? { wei: null }
  return {
    withdrawal: found.view,
    attempts: attempts.rows.map((row) => ({
      ...row,
      nonce: Number(row.nonce),
      signed_at: iso(row.signed_at),
      sent_at: isoOrNull(row.sent_at),
    })),
    fees: wei === null ? null : coins(wei),
    member: facts
      ? {
          joined: iso(facts.created_at),
          available: dollars(facts.available),
          total_deposited: dollars(facts.total_deposited),
          total_donated: dollars(facts.total_donated),
          total_earned: dollars(facts.total_earned),
          total_withdrawn: dollars(facts.total_withdrawn),
        }
      : null,
    earlier,
  }
}

const EARLIER_MAX = 20

export async function memberWithdrawals(
  context: OperatorContext,
  member: number,
  before: string | null = null,
): Promise<WithdrawalView[]> {
  const which = sql`w.member_id = ${member} and ${olderThan('w.id', before)} order by w.id desc limit ${EARLIER_MAX}`
  return (await select(context, which)).map(({ view }) => view)
}

const WAITS = sql`(w.state = 'failed' or (w.state in ('requested', 'approved') and w.look_at is null))`

const WHICH = { waiting: sql`w.ended_at is null and ${WAITS}`, open: sql`w.ended_at is null`, all: sql`true` }

type AttemptRow = { transaction: string; nonce: string; signed_at: Date; sent_at: Date | null; advice: string | null }
type MemberRow = Record<
  'available' | 'total_deposited' | 'total_donated' | 'total_earned' | 'total_withdrawn',
  string
> & {
  created_at: Date
}

type Row = Omit<
  WithdrawalView,
  'amount' | 'flags' | 'approvals' | 'requested_at' | 'decided_at' | 'ended_at' | 'member'
> & {
  position: string
  state: WithdrawalState
  amount: string
  member: Person | null
  requested_at: Date
  decided_at: Date | null
  ended_at: Date | null
  first_approved_by: Person | null
  frozen: boolean
  two_factor: boolean
  joined: Date | null
  wallet_address: string | null
  wallet_address_since: Date | null
  held_until: Date | null
  email_verified: boolean
  left_today: string
  paid_before: boolean
  shared: boolean
  now: Date
}

async function select(
  { db, settings }: OperatorContext,
  which: RawBuilder<unknown>,
): Promise<{ position: string; view: WithdrawalView }[]> {
  const programme = await currentProgramme(db)
  const { rows } = await sql<Row>`
    select w.id as position, w.reference as id, w.amount, w.address, w.state, w.source, ${WAITS} as waiting, w.waits_for,
      w.requested_at, w.decided_at, w.decision, w.ended_at, decider.name as decided_by, coalesce(p.frozen, false) as frozen, now() as now,
      ${personOf('w.first_approved_by')} as first_approved_by,
      case when a.id is not null then json_build_object('id', a.id, 'name', a.name, 'email', a.email) end as member,
      coalesce(a.name, c.name, 'Operations') as payee,
      coalesce(a.second_factor, false) as two_factor, a.created_at as joined, a.wallet_address, a.wallet_address_since,
      a.security_hold_until as held_until, ${EMAIL_VERIFIED} as email_verified,
      coalesce((select transaction from found_payment where withdrawal_id = w.id),
        (select transaction from sending where withdrawal_id = w.id order by generation desc limit 1)) as transaction,
      (select coalesce(sum(amount), 0) from withdrawal earlier where earlier.member_id = w.member_id
        and earlier.automatic and earlier.claimed_at > now() - interval '24 hours' and earlier.state <> 'refused') as left_today,
      exists (select from withdrawal earlier where earlier.member_id = w.member_id and earlier.state = 'paid') as paid_before,
      exists (select from withdrawal other where other.address = w.address and other.member_id <> w.member_id) as shared
    from withdrawal w left join account a on a.id = w.member_id left join member_balance p on p.member_id = w.member_id
    left join cause c on c.id = -w.member_id left join account decider on decider.id = w.decided_by
    where ${which}`.execute(db)
  const { automaticPayout, twoPersonsAbove } = programme
  const rule = { ...automaticPayout, ...(!settings.production && { addressAgeHours: 0 }) }
  return rows.map((row) => ({ position: row.position, view: viewOf(row, { rule, twoPersonsAbove }) }))
}

type Rules = { rule: Programme['automaticPayout']; twoPersonsAbove: Usd }

const viewOf = (row: Row, { rule, twoPersonsAbove }: Rules): WithdrawalView => ({
  id: row.id,
  member: row.member,
  payee: row.payee,
  amount: dollars(row.amount),
  address: row.address,
  source: row.source,
  state: row.state,
  waiting: row.waiting,
  waits_for: row.waits_for,
  flags: row.ended_at || !row.joined ? [] : flagsOf(row, row.joined, rule),
  requested_at: iso(row.requested_at),
  approvals: {
    needed: row.first_approved_by || BigInt(row.amount) > twoPersonsAbove ? 2 : 1,
    first_by: row.first_approved_by,
  },
  decided_at: isoOrNull(row.decided_at),
  decided_by: row.decided_by,
  decision: row.decision,
  ended_at: isoOrNull(row.ended_at),
  transaction: row.transaction,
})

const NEW_ACCOUNT_DAYS = 7
const DAY_MS = 86_400_000

/** By the rule that the payout worker follows, as of now. */
function flagsOf(row: Row, joined: Date, rule: Programme['automaticPayout']): Flag[] {
  const verdict = judgePayout(
    {
      amount: usd(BigInt(row.amount)),
      to: row.address,
      isApproved: false,
      isReturn: row.source === 'impact',
      isFrozen: false,
      savedAddress:
        row.wallet_address !== null && row.wallet_address_since !== null
          ? { address: row.wallet_address, since: row.wallet_address_since.getTime() }
          : null,
      isEmailVerified: true,
      heldUntil: null,
      leftToday: usd(BigInt(row.left_today)),
      now: row.now.getTime(),
    },
    rule,
  )
  const why = verdict.kind === 'pay' ? undefined : verdict.why
  const flags: [Flag, boolean][] = [
    ['frozen', row.frozen],
    ['security_hold', row.held_until !== null && row.held_until > row.now],
    ['email_unverified', !row.email_verified],
    ['deposit_return', row.source === 'impact'],
    ['address_not_saved', why === 'address_not_saved'],
    ['new_address', why === 'new_address'],
    ['over_daily_limit', why === 'daily_limit'],
    ['first_withdrawal', !row.paid_before],
    ['no_two_factor', !row.two_factor],
    ['new_account', row.now.getTime() - joined.getTime() < NEW_ACCOUNT_DAYS * DAY_MS],
    ['address_shared', row.shared],
    ['vault_refuses', row.waits_for === 'vault_refuses'],
    ['above_vault_limit', row.waits_for === 'vault_payment_limit'],
  ]
  return flags.filter(([, isSo]) => isSo).map(([flag]) => flag)
}
