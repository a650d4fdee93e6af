import type { readMember as route } from '@trefoil/contract/operator/members'
import type { ReplyOf } from '@trefoil/contract/route'
import type { AccountRole } from '@trefoil/contract/shapes'
import { toDollars } from '@trefoil/core/money'
import { earningThreshold } from '@trefoil/core/programme/standing'
import { Refusal } from '@trefoil/core/refusal'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { currentProgramme } from '../ledger/programme.ts'
import { readMemberBalances } from '../ledger/member-balances.ts'
import { readAgreements } from '../members/agreements.ts'
import type { OperatorContext } from './context.ts'
import { iso, isoOrNull, personOf, type Person } from './shapes.ts'
import { memberWithdrawals } from './withdrawals.ts'

type View = ReplyOf<typeof route>['data']

const POSITIONS = ['left', 'center', 'right'] as const

export async function readMember(context: OperatorContext, id: number): Promise<View> {
  const { db } = context
  const member = await readAccount(db, id)
  const [balances, programme, team, sessions, addresses, withdrawals, history, agreements] = await Promise.all([
    readMemberBalances(db, id),
    currentProgramme(db),
    readTeam(db, id),
    readSessions(db, id),
    readAddresses(db, id),
    memberWithdrawals(context, id),
    readHistory(db, id),
    readAgreements(context, id),
  ])
  const { window, totals } = balances
  return {
    member: { ...member, frozen: balances.frozen, kyc_level: balances.level },
    balances: {
      impact: toDollars(balances.impact.balance),
      available: toDollars(balances.available.balance),
      held: toDollars(balances.held.balance),
      on_hold: toDollars(balances.onHold),
      stage: window.stage,
      stage_balance: toDollars(window.earned),
      earning_threshold: toDollars(earningThreshold(programme.stages, window)),
      last_donation: toDollars(window.lastDonation),
      total_donated: toDollars(totals.donated),
      total_earned: toDollars(totals.earned),
      total_deposited: toDollars(totals.deposited),
      total_withdrawn: toDollars(totals.withdrawn),
    },
    team,
    sessions,
    deposit_addresses: addresses,
    withdrawals,
    agreements,
    history,
  }
}

export async function requireAccount(db: Database, id: number): Promise<void> {
  const found = await db.selectFrom('account').select('id').where('id', '=', id).executeTakeFirst()
  if (!found) throw unknownMember()
}

const unknownMember = () => new Refusal('not_found', 'There is no such member.')

type AccountRow = Person & {
  role: AccountRole
  referral_code: string | null
  joined: Date
  email_verified_at: Date | null
  two_factor: boolean
  recovery_codes_left: number
  wallet_address: string | null
  wallet_address_since: Date | null
  security_hold_until: Date | null
  kyc_level_fixed: boolean
  sponsor: Person | null
  parent: Person | null
  position: number | null
  level: number | null
}

async function readAccount(db: Database, id: number): Promise<Omit<View['member'], 'frozen' | 'kyc_level'>> {
  const { rows } = await sql<AccountRow>`
    select a.id, a.name, a.email, a.role, m.referral_code, a.created_at as joined, a.email_verified_at,
      a.second_factor as two_factor, a.wallet_address, a.wallet_address_since, a.security_hold_until,
      (select count(*)::int from recovery_code where account_id = a.id and used_at is null) as recovery_codes_left,
      exists (select from member_balance where member_id = a.id and kyc_level_by is not null) as kyc_level_fixed,
      ${personOf('m.sponsor')} as sponsor, ${personOf('m.parent')} as parent, m.position, m.depth as level
    from account a left join member m on m.id = a.id where a.id = ${id}`.execute(db)
  const [row] = rows
  if (!row) throw unknownMember()
  return {
    ...row,
    joined: iso(row.joined),
    email_verified_at: isoOrNull(row.email_verified_at),
    wallet_address_since: isoOrNull(row.wallet_address_since),
    security_hold_until: isoOrNull(row.security_hold_until),
    position: row.position === null ? null : (POSITIONS[row.position] ?? null),
  }
}

async function readTeam(db: Database, id: number): Promise<View['team']> {
  const { rows } = await sql<{ by_level: number[]; referrals: number; active_referrals: number }>`
    select sizes as by_level, referrals, active_referrals from team where member_id = ${id}`.execute(db)
  const { by_level = [], referrals = 0, active_referrals = 0 } = rows[0] ?? {}
  return { total: by_level.reduce((all, count) => all + count, 0), by_level, referrals, active_referrals }
}

const SESSIONS_MAX = 50

async function readSessions(db: Database, id: number): Promise<View['sessions']> {
  const rows = await db
    .selectFrom('session')
    .select(['id', 'created_at', 'active_at', 'expires_at', 'ended_at', 'end_reason', 'device'])
    .select(sql<string | null>`host(address)`.as('address'))
    .where('account_id', '=', id)
    .orderBy('created_at', 'desc')
    .limit(SESSIONS_MAX)
    .execute()
  return rows.map(({ created_at, active_at, expires_at, ended_at, ...row }) => ({
    ...row,
    since: iso(created_at),
    last_used: iso(active_at),
    expires_at: iso(expires_at),
    ended_at: isoOrNull(ended_at),
  }))
}

async function readAddresses(db: Database, id: number): Promise<View['deposit_addresses']> {
  const rows = await db
    .selectFrom('deposit_address')
    .select(['address', 'issued_at', 'received_at'])
    .where('member_id', '=', id)
    .orderBy('issued_at', 'desc')
    .limit(SESSIONS_MAX)
    .execute()
  return rows.map((row) => ({
    address: row.address,
    issued_at: iso(row.issued_at),
    received: row.received_at !== null,
  }))
}

const HISTORY_MAX = 100

/** What they did apart from money, and what operators did to them. Money is in the statements. */
async function readHistory(db: Database, id: number): Promise<View['history']> {
  const { rows } = await sql<{ at: Date; type: string; description: string; by: string | null }>`
    (select created_at as at, type, description, null as by from activity
      where account_id = ${id} order by id desc limit ${HISTORY_MAX})
    union all
    (select at, action, why, coalesce(o.name, 'command line') from audit_entry left join account o on o.id = audit_entry.operator_id
      where member_id = ${id} and action <> 'data.read' order by audit_entry.id desc limit ${HISTORY_MAX})
    order by at desc limit ${HISTORY_MAX}`.execute(db)
  return rows.map((row) => ({ ...row, at: iso(row.at) }))
}
