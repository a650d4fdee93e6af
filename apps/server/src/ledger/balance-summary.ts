import type { readProfile } from '@trefoil/contract/profile'
import type { ReplyOf } from '@trefoil/contract/route'
import { NOTHING, toDollars } from '@trefoil/core/money'
import { statusAt } from '@trefoil/core/programme/standing'
import type { Reader } from '../db/database.ts'
import { readMemberBalances } from './member-balances.ts'
import { currentProgramme } from './programme.ts'

type Profile = ReplyOf<typeof readProfile>['data']

export type BalanceSummary = Pick<Profile, 'stats' | 'balances' | 'limits'> & {
  standing: Pick<Profile['profile'], 'stage' | 'status' | 'last_donation'>
}

/** What a member holds, has moved and may do, as their profile shows it. */
export async function readBalanceSummary(db: Reader, memberId: number): Promise<BalanceSummary> {
  const [{ window, totals, available, impact, returnable }, programme] = await Promise.all([
    readMemberBalances(db, memberId),
    currentProgramme(db),
  ])
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
      returnable: toDollars(programme.offersReturns ? returnable : NOTHING),
    },
  }
}
