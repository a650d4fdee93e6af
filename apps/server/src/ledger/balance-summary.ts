import type { readProfile } from '@trefoil/contract/profile'
import type { ReplyOf } from '@trefoil/contract/route'
import type { MemberId } from '@trefoil/core/ledger/account'
import { returnableNow } from '@trefoil/core/ledger/returnable'
import { NOTHING, plus, toDollars, usd, type Usd } from '@trefoil/core/money'
import { leftInMonth, levelFor, type LevelLimits } from '@trefoil/core/payouts/level-limits'
import { statusAt } from '@trefoil/core/programme/standing'
import { sql } from 'kysely'
import type { Reader } from '../db/database.ts'
import { readMemberBalances } from './member-balances.ts'
import { currentProgramme } from './programme.ts'
import { WITHDRAWN_LATELY } from './withdrawn-lately.ts'

type Profile = ReplyOf<typeof readProfile>['data']

export type BalanceSummary = Pick<Profile, 'stats' | 'balances' | 'limits'> & {
  standing: Pick<Profile['profile'], 'stage' | 'status' | 'last_donation'>
}

/** What a member holds, has moved and may do, as their profile shows it. */
export async function readBalanceSummary(db: Reader, memberId: number, limits?: LevelLimits): Promise<BalanceSummary> {
  const [balances, programme] = await Promise.all([readMemberBalances(db, memberId), currentProgramme(db)])
  const { window, totals, available, impact, level } = balances
  return {
    standing: {
      stage: window.stage,
      status: statusAt(window.stage),
      last_donation: toDollars(window.lastDonation),
    },
    stats: {
      total_donation: toDollars(totals.donated),
      total_earn: toDollars(totals.earned),
      total_deposit: toDollars(totals.deposited),
      total_withdraw: toDollars(totals.withdrawn),
    },
    balances: {
      balance: toDollars(available.balance),
      deposit_balance: toDollars(impact.balance),
      stage_balance: toDollars(window.earned),
    },
    limits: {
      min_withdrawal: toDollars(programme.minWithdrawal),
      returnable: toDollars(programme.offersReturns ? returnableNow(balances) : NOTHING),
      level: await readLevelLimit(db, { member: memberId, level, limits }),
    },
  }
}

type Levelled = { member: MemberId; level: number; limits: LevelLimits | undefined }

async function readLevelLimit(db: Reader, { member, level, limits }: Levelled): Promise<Profile['limits']['level']> {
  const limit = limits?.[level]
  if (!limits || !limit) return null
  const { rows } = await sql<{ withdrawn: string }>`
    select (${sql.raw(WITHDRAWN_LATELY)} and w.member_id = ${member})::text as withdrawn`.execute(db)
  const withdrawn = usd(BigInt(rows[0]?.withdrawn ?? 0))
  const left = leftInMonth(limit, withdrawn)
  const { perWithdrawal, perMonth } = limit
  const most = [perWithdrawal, left].filter((one) => one !== null).reduce((a, b) => (a < b ? a : b))
  const shown = (amount: Usd | null) => (amount === null ? null : toDollars(amount))
  return {
    level,
    per_withdrawal: shown(perWithdrawal),
    per_month: shown(perMonth),
    left: shown(left),
    more_at: levelFor({ level, limits, withdrawn }, plus(most, usd(1n))),
  }
}
